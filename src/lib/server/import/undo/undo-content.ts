import type { ContentKind } from '#lib/catalogue/content.ts'
import { joinFormer, MAX_FORMER, splitFormer } from '#lib/catalogue/former-addresses.ts'
import {
  announceContent,
  contentFields,
  writeText,
} from '#lib/server/import/apply/apply-content.ts'
import { type Fields, isSame } from '#lib/server/import/apply/change-log.ts'
import { undoTexts } from '#lib/texts/page/import/undo.ts'
import type { Entry } from './undo-entries.ts'
import { isAsked, type UndoWork } from './undo-work.ts'

type Text = { kind: ContentKind; id: string }
/** A text that changes: as it is, and as it becomes; null where it does not exist. */
type Restored = Text & { now: Fields | null; wanted: ReturnType<typeof toContent> | null }

/** Restores pages and articles. */
export async function undoContent(work: UndoWork, entries: Entry[]): Promise<void> {
  const restored: Restored[] = []
  for (const entry of entries) {
    const one = isAsked(work.part, entry, '') ? await findPage(work, entry) : undefined
    if (one) restored.push(one)
  }
  const kept = await formerElsewhere(work, restored)
  for (const one of restored) {
    const leading = leadingBack(one, restored)
    for (const address of leading) await takeAddress(work, one.kind, kept, address)
    await writePage(work, one, { leading, kept })
  }
}

/** Texts that the undo leaves as they are, by kind and old address; latest changes decide where one leads. */
type Kept = Map<string, string>

async function formerElsewhere({ trx }: UndoWork, restored: readonly Restored[]): Promise<Kept> {
  const own = new Set(restored.map(({ kind, id }) => `${kind}:${id}`))
  const rows = await trx
    .selectFrom('content_page')
    .select(['kind', 'id', 'formerly'])
    .where('formerly', '!=', '')
    .execute()
  const others = rows.filter(({ kind, id }) => !own.has(`${kind}:${id}`))
  return new Map(
    others.flatMap(({ kind, id, formerly }) =>
      splitFormer(formerly).map((address) => [`${kind}:${address}`, id]),
    ),
  )
}

/** Takes an address from the text that had it earlier, since it leads back to a restored one. */
async function takeAddress(
  { trx, names, log }: UndoWork,
  kind: ContentKind,
  kept: Kept,
  address: string,
): Promise<void> {
  const id = kept.get(`${kind}:${address}`)
  if (id === undefined) return
  kept.delete(`${kind}:${address}`)
  const text = trx.selectFrom('content_page').select('formerly').where('kind', '=', kind)
  const { formerly } = await text.where('id', '=', id).executeTakeFirstOrThrow()
  const left = joinFormer(splitFormer(formerly).filter((one) => one !== address))
  const other = trx.updateTable('content_page').set({ formerly: left })
  await other.where('kind', '=', kind).where('id', '=', id).execute()
  log.noteMore('content', `${kind}:${id}`, { formerly }, { formerly: left })
  names.add(`content:${kind}:${id}`)
}

async function findPage(work: UndoWork, { key, before, after }: Entry) {
  const [kindText, id = ''] = key.split(':')
  const kind: ContentKind = kindText === 'blog' ? 'blog' : 'page'
  const row = await work.trx
    .selectFrom('content_page')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  const now = row ? contentFields(row) : null
  const back = pageBefore(work, { kind, id }, { before, after, now })
  if (back === undefined || isSame(back, now)) return undefined
  return { kind, id, now, wanted: back && toContent(back) }
}

async function writePage(
  { trx, names, log, now: time }: UndoWork,
  { kind, id, now, wanted }: Restored,
  { leading, kept }: { leading: readonly string[]; kept: Kept },
): Promise<void> {
  if (wanted === null) {
    const gone = trx.deleteFrom('content_page').where('kind', '=', kind).where('id', '=', id)
    await gone.execute()
  } else {
    const former = splitFormer(wanted.formerly).filter((one) => !kept.has(`${kind}:${one}`))
    const all = [...new Set([...former, ...leading])]
    wanted.formerly = joinFormer(all.slice(-MAX_FORMER))
    await writeText(trx, { kind, id }, wanted, time)
  }
  log.note('content', `${kind}:${id}`, now, wanted)
  const titled = (title: unknown) =>
    title === undefined ? undefined : { id, title: String(title) }
  announceContent(kind, { before: titled(now?.['title']), after: titled(wanted?.title) }, names)
}

/** The addresses of texts that this one had been renamed to: they lead to it now (E27). */
const leadingBack = ({ kind, id, now }: Restored, all: readonly Restored[]): string[] =>
  all.flatMap((other) => {
    const isRenamed = now === null && other.wanted === null && other.kind === kind
    const former = isRenamed ? splitFormer(String(other.now?.['formerly'] ?? '')) : []
    return former.includes(id) ? [other.id] : []
  })

type PageStates = { before: Fields | null; after: Fields | null; now: Fields | null }

/** The page as it was, field by field; null if it did not exist, undefined if it stays as it is now. */
function pageBefore(
  { conflicts }: UndoWork,
  { kind, id }: { kind: 'page' | 'blog'; id: string },
  { before, after, now }: PageStates,
): Fields | null | undefined {
  const changedLater = undoTexts.content(kind, id)
  const isWhole = before === null || after === null || now === null
  if (isWhole && isSameText(now, before)) return undefined
  if (isWhole) {
    if (isSameText(now, after)) return before
    conflicts.push(changedLater)
    return undefined
  }
  const back = { ...now }
  let isChangedLater = false
  for (const field of Object.keys(after)) {
    if (field === 'changed_at' || isSame(now[field], before[field])) continue
    if (isSame(now[field], after[field])) back[field] = before[field]
    else isChangedLater = true
  }
  if (isChangedLater) conflicts.push(changedLater)
  if (isSame(back, now)) return undefined
  const isLast = isSame(now['changed_at'], after['changed_at'])
  return { ...back, changed_at: isLast ? before['changed_at'] : now['changed_at'] }
}

function toContent(fields: Fields) {
  const { title, description, body, published_on, changed_at, formerly = '' } = fields
  return {
    title: String(title),
    description: String(description),
    body: String(body),
    published_on: published_on === null ? null : String(published_on),
    changed_at: Number(changed_at),
    formerly: String(formerly),
  }
}

/** Whether a text is as it was; which old addresses lead to it does not matter. */
const isSameText = (a: Fields | null, b: Fields | null) =>
  isSame(a && { ...a, formerly: '' }, b && { ...b, formerly: '' })
