import { loadDeliveryLines } from '#lib/server/catalogue/delivery-lines.ts'
import { readShopJson } from '#lib/server/catalogue/shop-json.ts'
import {
  applyBannerRows,
  bannerKey,
  loadBannerRows,
  readBannerRows,
} from '#lib/server/import/apply/apply-banners.ts'
import { applyDelivery, noteShop, ownersChanges } from '#lib/server/import/apply/apply-shop.ts'
import { applySynonyms } from '#lib/server/import/apply/apply-synonyms.ts'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import { FIRST_APPENDED } from '#lib/server/import/apply/categories/category-rows.ts'
import type { CategoryWriter } from '#lib/server/import/apply/category-writer.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import { type Fields, isSame } from '#lib/server/import/apply/change-log.ts'
import { undoTexts } from '#lib/texts/page/import/undo.ts'
import type { Entry } from './undo-entries.ts'
import { isAsked, type UndoWork } from './undo-work.ts'

/** Restores what categories.csv said about categories. Whether they are shown depends on the products. */
export async function undoCategories(
  work: UndoWork,
  book: CategoryWriter,
  entries: Entry[],
): Promise<void> {
  const wanted = new Map<string, Fields>()
  for (const entry of entries) {
    const { key, before, after } = entry
    const now = book.fields(key)
    if (!now || !before || !after || !isAsked(work.part, entry, '')) continue
    const back: Fields = {}
    for (const [field, value] of Object.entries(after)) {
      if (!(field in before) || isSame(now[field], before[field])) continue
      if (isSame(now[field], value)) back[field] = before[field]
      else if (field === 'position' && (isOwnPlace(now[field]) || isOwnPlace(value))) continue
      else if (field !== 'moved_to') {
        work.conflicts.push(undoTexts.category(String(now['name']), field))
      }
    }
    wanted.set(key, back)
  }
  await book.restore(wanted)
}

/** Whether a position was not given by categories.csv: hidden or appended. */
function isOwnPlace(position: unknown): boolean {
  return position === HIDDEN || (typeof position === 'number' && position >= FIRST_APPENDED)
}

/** Restores banners, delivery.csv, synonyms.csv and shop.json. */
export async function undoShell(work: UndoWork, entries: Entry[]): Promise<void> {
  for (const entry of entries) {
    const { kind, before, after } = entry
    if (!isAsked(work.part, entry, '')) continue
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
  const now = await loadDeliveryLines(trx)
  if (isSame(now, before['pins'])) return
  if (!isSame(now, after['pins'])) {
    conflicts.push(undoTexts.file('delivery.csv'))
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
  const now = await loadSynonyms(trx)
  if (isSame(now, before['lines'])) return
  if (!isSame(now, after['lines'])) {
    conflicts.push(undoTexts.file('synonyms.csv'))
    return
  }
  const wanted = Array.isArray(before['lines']) ? before['lines'].map(String) : []
  await applySynonyms(trx, wanted, names, log)
}

async function undoBanners(
  { trx, names, log, now, conflicts }: UndoWork,
  before: Fields,
  after: Fields,
) {
  const rows = await loadBannerRows(trx)
  const [was, made] = [readBannerRows(before['rows']), readBannerRows(after['rows'])]
  if (bannerKey(rows) === bannerKey(was)) return
  if (bannerKey(rows) !== bannerKey(made)) {
    conflicts.push(undoTexts.banners)
    return
  }
  await applyBannerRows(trx, rows, was, { names, log, now })
}

/** Restores shop.json field by field, so that other fields keep later changes. */
async function undoShop(
  { trx, names, log, conflicts, isOwner }: UndoWork,
  before: Fields | null,
  after: Fields,
) {
  const current = await readShopJson(trx)
  if (current === undefined) return
  const [was, made, now] = [
    readFields(before?.['json']),
    readFields(after['json']),
    readFields(current),
  ]
  const back = { ...now }
  const all = new Set([...Object.keys(was), ...Object.keys(made)])
  for (const field of all) {
    if (isSame(was[field], made[field]) || isSame(now[field], was[field])) continue
    if (isSame(now[field], made[field])) back[field] = was[field]
    else conflicts.push(undoTexts.shop(field))
  }
  const json = before === null && isSame(now, made) ? undefined : JSON.stringify(back)
  if (json === current) return
  const owners = json === undefined ? [] : ownersChanges(current, json)
  if (!isOwner && (json === undefined || owners.length > 0)) {
    conflicts.push(undoTexts.owners)
    return
  }
  if (json === undefined) await trx.deleteFrom('shop').execute()
  else await trx.updateTable('shop').set({ json }).execute()
  log.note('shop', 'shop', { json: current }, json === undefined ? null : { json })
  noteShop(names, current, json)
}

const readFields = (json: unknown): Fields => (typeof json === 'string' ? JSON.parse(json) : {})
