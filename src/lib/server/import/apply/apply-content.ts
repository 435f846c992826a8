import type { Selectable } from 'kysely'
import { isTextShown } from '#lib/server/catalogue/content.ts'
import type { ContentPageTable, Trx } from '#lib/server/database/schema.ts'
import { type ChangeLog, isSame } from './change-log.ts'
import { withFormer } from './former-addresses.ts'
import type { ImportedContent, ImportedPage } from '#lib/server/import/read/folder/content-files.ts'

/** A page before and after an import; undefined where it did not exist. */
type Titled = { id: string; title: string }
type Change = { before: Titled | undefined; after: Titled | undefined }

/** Applies the folder pages/ or blog/: afterwards the shop has exactly these texts of that kind. */
export async function applyContent(
  trx: Trx,
  { kind, pages, refused }: ImportedContent,
  names: Set<string>,
  log: ChangeLog,
  now: number,
): Promise<void> {
  const texts = trx.selectFrom('content_page').selectAll().where('kind', '=', kind)
  const rows = await texts.orderBy('id').execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const before = rows.map(importedPage)
  // Those of which the file exists, but could not be read, stay.
  const wanted = withFormer(before, [...pages, ...before.filter(({ id }) => refused.has(id))])
  for (const after of wanted) {
    const { id, date, ...texts } = after
    const old = known.get(id)
    known.delete(id)
    if (old && isSame(importedPage(old), after)) continue
    // That another address leads here changes nothing that visitors read.
    const isRead = !old || textOf(importedPage(old)) !== textOf(after)
    const changed_at = isRead ? now : old.changed_at
    const fields = contentFields({ ...texts, published_on: date, changed_at })
    await writeText(trx, { kind, id }, fields, now)
    log.note('content', `${kind}:${id}`, old ? contentFields(old) : null, fields)
    if (isRead) announceContent(kind, { before: old, after }, names)
    else names.add(`content:${kind}:${id}`)
  }
  for (const old of known.values()) {
    await trx.deleteFrom('content_page').where('kind', '=', kind).where('id', '=', old.id).execute()
    log.note('content', `${kind}:${old.id}`, contentFields(old), null)
    announceContent(kind, { before: old, after: undefined }, names)
  }
}

/** Adds the names under which `Catalogue` records reads of a text; every page of the shop reads `content:links`. */
export function announceContent(
  kind: ImportedContent['kind'],
  { before, after }: Change,
  names: Set<string>,
): void {
  names.add(`content:${kind}:${(after ?? before)?.id}`)
  names.add(`content:list:${kind}`)
  if (kind === 'page' && before?.title !== after?.title) names.add('content:links')
}

type TextFields = Pick<
  Selectable<ContentPageTable>,
  'title' | 'description' | 'body' | 'published_on' | 'changed_at' | 'formerly'
>

/** Adds or replaces a text; an article whose day is still to come is not shown yet (turn-articles.ts). */
export async function writeText(
  trx: Trx,
  { kind, id }: Pick<Selectable<ContentPageTable>, 'kind' | 'id'>,
  fields: TextFields,
  now: number,
): Promise<void> {
  const stored = { ...fields, is_shown: Number(isTextShown(kind, fields.published_on, now)) }
  await trx
    .insertInto('content_page')
    .values({ kind, id, ...stored })
    .onConflict((oc) => oc.columns(['kind', 'id']).doUpdateSet(stored))
    .execute()
}

/** The fields of a page that an import may change. */
export function contentFields(row: TextFields): TextFields {
  const { title, description, body, published_on, changed_at, formerly } = row
  return { title, description, body, published_on, changed_at, formerly }
}

type PageRow = Pick<Selectable<ContentPageTable>, 'id'> & Omit<TextFields, 'changed_at'>

/** A text of the shop as its file would be read. */
export function importedPage(row: PageRow): ImportedPage & Pick<PageRow, 'formerly'> {
  const { id, title, description, body, published_on: date, formerly } = row
  return { id, title, description, body, date, formerly }
}

const textOf = ({ title, description, body, date }: ImportedPage) =>
  JSON.stringify([title, description, body, date])
