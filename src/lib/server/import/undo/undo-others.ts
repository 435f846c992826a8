import {
  applyBannerRows,
  applyDelivery,
  deliveryPins,
  noteShop,
  ownersChanges,
} from '#lib/server/import/apply/apply-shop.ts'
import { applySynonyms } from '#lib/server/import/apply/apply-synonyms.ts'
import { loadSynonyms } from '#lib/server/catalogue/synonyms.ts'
import { announceContent, contentFields } from '#lib/server/import/apply/apply-content.ts'
import { type CategoryWriter, FIRST_APPENDED } from '#lib/server/import/apply/category-writer.ts'
import { HIDDEN } from '#lib/server/import/apply/category-names.ts'
import { type Fields, isSame } from '#lib/server/import/apply/change-log.ts'
import type { Entry } from './undo-entries.ts'
import type { UndoWork } from './undo-work.ts'

/** Categories get back what categories.csv said; whether they are shown follows from the products. */
export async function undoCategories(
  work: UndoWork,
  book: CategoryWriter,
  entries: Entry[],
): Promise<void> {
  const wanted = new Map<string, Fields>()
  for (const { key, before, after } of entries) {
    const now = book.fields(key)
    if (!now || !before || !after) continue
    const back: Fields = {}
    for (const [field, value] of Object.entries(after)) {
      if (!(field in before)) continue
      if (isSame(now[field], value)) back[field] = before[field]
      else if (field === 'position' && (isOwnPlace(now[field]) || isOwnPlace(value))) continue
      else if (field !== 'moved_to') {
        work.conflicts.push(`Category ${String(now['name'])}: its ${field} was changed later.`)
      }
    }
    wanted.set(key, back)
  }
  await book.restore(wanted)
}

/** A place that no categories.csv gave: hidden, or after all others. */
function isOwnPlace(position: unknown): boolean {
  return position === HIDDEN || (typeof position === 'number' && position >= FIRST_APPENDED)
}

/** Banners, delivery.csv, synonyms.csv and shop.json. */
export async function undoShell(work: UndoWork, entries: Entry[]): Promise<void> {
  for (const { kind, before, after } of entries) {
    if (kind === 'banners') await undoBanners(work, before ?? {}, after ?? {})
    if (kind === 'delivery') await undoDelivery(work, before ?? {}, after ?? {})
    if (kind === 'synonyms') await undoSynonyms(work, before ?? {}, after ?? {})
    if (kind === 'shop') await undoShop(work, before, after ?? {})
  }
}

async function undoDelivery(
  { trx, names, log, conflicts }: UndoWork,
  before: Fields,
  after: Fields,
) {
  if (!isSame(await deliveryPins(trx), after['pins'])) {
    conflicts.push('delivery.csv was changed later.')
    return
  }
  const wanted = Array.isArray(before['pins']) ? before['pins'].map(String) : []
  await applyDelivery(trx, wanted, names, log)
}

async function undoSynonyms(
  { trx, names, log, conflicts }: UndoWork,
  before: Fields,
  after: Fields,
) {
  if (!isSame(await loadSynonyms(trx), after['lines'])) {
    conflicts.push('synonyms.csv was changed later.')
    return
  }
  const wanted = Array.isArray(before['lines']) ? before['lines'].map(String) : []
  await applySynonyms(trx, wanted, names, log)
}

async function undoBanners(
  { trx, names, log, conflicts }: UndoWork,
  before: Fields,
  after: Fields,
) {
  const rows = await trx.selectFrom('banner').selectAll().orderBy('position').execute()
  if (!isSame(sorted(rows), sorted(after['rows']))) {
    conflicts.push('The banners were changed later.')
    return
  }
  const wanted = Array.isArray(before['rows']) ? before['rows'] : []
  await applyBannerRows(trx, rows, wanted, names, log)
}

/** Rows with their fields in one order, for a database gives them in its own. */
function sorted(rows: unknown): unknown {
  if (!Array.isArray(rows)) return []
  return rows.map((row: object) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function undoShop(
  { trx, names, log, conflicts, isOwner }: UndoWork,
  before: Fields | null,
  after: Fields,
) {
  const row = await trx.selectFrom('shop').select('json').executeTakeFirst()
  if (!row || row.json !== after['json']) {
    conflicts.push('shop.json was changed later.')
    return
  }
  const owners = before === null ? [] : ownersChanges(row.json, String(before['json']))
  if (!isOwner && (before === null || owners.length > 0)) {
    conflicts.push('shop.json: who sells and where mail goes is the owner’s to change.')
    return
  }
  const json = before === null ? undefined : String(before['json'])
  if (json === undefined) await trx.deleteFrom('shop').execute()
  else await trx.updateTable('shop').set({ json }).execute()
  log.note('shop', 'shop', { json: row.json }, before)
  noteShop(names, row.json, json)
}

/** Pages and articles. */
export async function undoContent(work: UndoWork, entries: Entry[]): Promise<void> {
  for (const entry of entries) await undoPage(work, entry)
}

async function undoPage(
  { trx, names, log, conflicts }: UndoWork,
  { key, before, after }: Entry,
): Promise<void> {
  const [kindText, id = ''] = key.split(':')
  const kind = kindText === 'blog' ? 'blog' : 'page'
  const row = await trx
    .selectFrom('content_page')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  const now = row ? contentFields(row) : null
  const expected = after === null ? null : { ...now, ...after }
  if (!isSame(now, expected)) {
    conflicts.push(`The ${kind === 'blog' ? 'article' : 'page'} ${id} was changed later.`)
    return
  }
  const wanted = before === null ? null : toContent({ ...now, ...before })
  if (wanted === null) {
    const gone = trx.deleteFrom('content_page').where('kind', '=', kind).where('id', '=', id)
    await gone.execute()
  } else {
    await trx
      .insertInto('content_page')
      .values({ kind, id, ...wanted })
      .onConflict((oc) => oc.columns(['kind', 'id']).doUpdateSet(wanted))
      .execute()
  }
  log.note('content', key, now, wanted)
  const titled = (title: string | undefined) => (title === undefined ? undefined : { id, title })
  announceContent(kind, { before: titled(row?.title), after: titled(wanted?.title) }, names)
}

function toContent(fields: Fields) {
  const { title, description, body, published_on, changed_at } = fields
  return {
    title: String(title),
    description: String(description),
    body: String(body),
    published_on: published_on === null ? null : String(published_on),
    changed_at: Number(changed_at),
  }
}
