import {
  CONTENT_FOLDERS,
  CONTENT_KINDS,
  type ContentKind,
  isAddress,
} from '#lib/catalogue/content.ts'
import { joinFormer, MAX_FORMER, splitFormer } from '#lib/catalogue/former-addresses.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { frontOf } from '#lib/server/import/export/content-export.ts'
import { writeFrontMatter } from '#lib/server/import/read/folder/front-matter.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { type FormFields, line, type PartFiles } from './parts.ts'

export type ShopText = {
  kind: ContentKind
  id: string
  title: string
  description: string
  date: string
  body: string
  /** Addresses that lead to it, as its file names them. */
  formerly: string
}

/** All pages and articles of the shop, sorted by title; `isShown` tells whether visitors see them by now. */
export async function readTexts(db: Db): Promise<(ShopText & { isShown: boolean })[]> {
  const rows = await db.selectFrom('content_page').selectAll().orderBy('title').execute()
  return rows.map(({ kind, id, title, description, body, published_on, formerly, is_shown }) => ({
    ...{ kind, id, title, description, body, formerly },
    date: published_on ?? '',
    isShown: is_shown === 1,
  }))
}

/** Whether a text names a kind of content. */
export const isContentKind = (text: string): text is ContentKind =>
  CONTENT_KINDS.some((kind) => kind === text)

/** The path of the form that edits this text. */
export function textPath(fields: FormFields): string {
  const { kind = '', id = '' } = fields
  const known: Record<string, string> = fields['isnew'] === 'yes' ? {} : { id }
  return `/desk/content/texts?${new URLSearchParams({ kind, ...known }).toString()}`
}

/**
 * Writes the folder of one kind of text with all its texts, after the form has changed, added or removed one.
 * @param shownAfter the last import of when the form was opened, if it says so
 */
export async function writeTexts(
  db: Db,
  fields: FormFields,
  shownAfter: number | undefined,
): Promise<PartFiles> {
  const kind = line(fields, 'kind')
  const id = line(fields, 'id')
  const [isNew, isRemoved] = [fields['isnew'] === 'yes', fields['what'] === 'remove']
  // The form of a known text has its present address beside the one that it shall have.
  const wished = isRemoved || isNew ? id : line(fields, 'address') || id
  if (!isContentKind(kind) || !isAddress(id) || !isAddress(wished)) {
    return { ok: false, error: deskContentTexts.addressWrong }
  }
  const all = (await readTexts(db)).filter((one) => one.kind === kind)
  const stale = isNew || isRemoved ? undefined : staleForm(all, fields, { id, wished })
  if (stale) return stale
  const others = all.filter((one) => one.id !== id)
  const isTaken = (isNew ? all : others).some((one) => one.id === wished)
  if (isTaken) return { ok: false, error: deskContentTexts.addressTaken(wished) }
  const known = all.find((one) => one.id === id)
  if (known && wished !== id && (await isChangedSince(db, known, shownAfter))) {
    return { ok: false, error: deskContentTexts.textChanged }
  }
  const former = formerOf(fields, known?.formerly ?? '', { id, wished })
  if (!former.ok) return former
  const own = {
    kind,
    id: wished,
    title: line(fields, 'title'),
    description: line(fields, 'description'),
    date: line(fields, 'date'),
    body: (fields['body'] ?? '').replaceAll('\r\n', '\n').trim(),
    formerly: joinFormer(former.value),
  }
  // A file `.keep` stands for an empty folder, so that removing the last text is not taken for leaving the folder
  // out.
  const isLast = isRemoved && others.length === 0
  const keep = isLast ? { [`${CONTENT_FOLDERS[kind]}/.keep`]: '' } : {}
  const wanted = [...others.map((one) => fileOf(one)), ...(isRemoved ? [] : [fileOf(own, true)])]
  return { ok: true, files: { ...keep, ...Object.fromEntries(wanted) } }
}

type Addresses = { id: string; wished: string }

/** Why a form cannot be used for a text that has left its address since the form was opened. */
function staleForm(
  all: readonly ShopText[],
  fields: FormFields,
  { id, wished }: Addresses,
): Extract<PartFiles, { ok: false }> | undefined {
  if (all.some((one) => one.id === id)) return undefined
  const now = all.find(({ formerly }) => splitFormer(formerly).includes(id))
  if (now) {
    const address = wished === id ? now.id : wished
    // Not the old addresses of then: those of today are shown.
    const { formerly: _, ...typed } = fields
    const error = deskContentTexts.textMoved(now.id)
    return { ok: false, error, fields: { ...typed, id: now.id, address } }
  }
  // Whoever only changes the words of a text that was removed is asked about it when the list is checked.
  if (wished === id) return undefined
  const error = deskContentTexts.textGone
  return { ok: false, error, fields: { ...fields, isnew: 'yes', id: wished } }
}

const READ_FIELDS = ['title', 'description', 'body', 'published_on']

/** Whether an import has changed what a text says since then. */
async function isChangedSince(
  db: Db,
  { kind, id }: ShopText,
  importId: number | undefined,
): Promise<boolean> {
  if (importId === undefined) return false
  const changes = await db
    .selectFrom('import_change')
    .select('after')
    .where('kind', '=', 'content')
    .where('key', '=', `${kind}:${id}`)
    .where('import_id', '>', importId)
    .execute()
  return changes.some(({ after }) => {
    const fields: unknown = JSON.parse(after ?? 'null')
    return (
      typeof fields === 'object' && fields !== null && READ_FIELDS.some((word) => word in fields)
    )
  })
}

/** The addresses that shall lead to a text: those of the form, and its present one if it gets another. */
function formerOf(
  fields: FormFields,
  known: string,
  { id, wished }: Addresses,
): { ok: true; value: string[] } | { ok: false; error: string } {
  const had = splitFormer(known)
  const said = [
    ...new Set(fields['formerly'] === undefined ? had : splitFormer(fields['formerly'])),
  ]
  if (said.length > MAX_FORMER || !said.every(isAddress)) {
    return { ok: false, error: deskContentTexts.formerWrong(MAX_FORMER) }
  }
  if (wished === id) return { ok: true, value: said.filter((address) => address !== id) }
  // A text that is renamed takes all of its addresses along.
  const isLess = had.some((address) => address !== wished && !said.includes(address))
  if (isLess) return { ok: false, error: deskContentTexts.formerTwice }
  const others = said.filter((address) => address !== wished && address !== id)
  return { ok: true, value: [...others, id].slice(-MAX_FORMER) }
}

/** @param saysFormer whether the file says that no address leads to the text, where none does */
function fileOf(text: ShopText, saysFormer = false): [string, string] {
  const { kind, id, body, formerly } = text
  const fields = frontOf(text)
  if (saysFormer && formerly === '') fields.push(['formerly', ''])
  return [`${CONTENT_FOLDERS[kind]}/${id}.md`, writeFrontMatter(fields, body)]
}
