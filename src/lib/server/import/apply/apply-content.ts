import type { Selectable } from 'kysely'
import { isTextShown } from '#lib/server/catalogue/content.ts'
import type { ContentPageTable, Trx } from '#lib/server/database/schema.ts'
import type { ChangeLog, Fields } from './change-log.ts'
import type { ImportedContent, ImportedPage } from '#lib/server/import/read/content-files.ts'

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
  const rows = await trx.selectFrom('content_page').selectAll().where('kind', '=', kind).execute()
  const fieldsById = new Map(rows.map((row) => [row.id, contentFields(row)]))
  const known = new Map(
    rows.map(({ published_on: date, id, title, description, body }): [string, ImportedPage] => [
      id,
      { id, title, description, body, date },
    ]),
  )
  for (const after of pages) {
    const before = known.get(after.id)
    known.delete(after.id)
    if (before && textOf(before) === textOf(after)) continue
    const { id, title, description, body, date } = after
    const fields = { title, description, body, published_on: date, changed_at: now }
    await writeText(trx, { kind, id }, fields, now)
    log.note('content', `${kind}:${id}`, fieldsById.get(id) ?? null, fields)
    announceContent(kind, { before, after }, names)
  }
  for (const before of known.values()) {
    // Its file exists, but could not be read.
    if (refused.has(before.id)) continue
    await trx
      .deleteFrom('content_page')
      .where('kind', '=', kind)
      .where('id', '=', before.id)
      .execute()
    log.note('content', `${kind}:${before.id}`, fieldsById.get(before.id) ?? null, null)
    announceContent(kind, { before, after: undefined }, names)
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
  'title' | 'description' | 'body' | 'published_on' | 'changed_at'
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
export function contentFields(row: TextFields): Fields {
  const { title, description, body, published_on, changed_at } = row
  return { title, description, body, published_on, changed_at }
}

const textOf = ({ title, description, body, date }: ImportedPage) =>
  JSON.stringify([title, description, body, date])
