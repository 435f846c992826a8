import type { Transaction } from 'kysely'
import { withoutSale, withSale } from '#lib/server/catalogue/sale-price.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { type Fields, fieldsOf, isSame } from '#lib/server/import/apply/change-log.ts'
import { columnOf } from '#lib/server/import/apply/describe-changes.ts'
import type { ImportedPack } from '#lib/server/import/read/product.ts'
import { findRenames, followRenames, matchPacks } from '#lib/server/import/apply/pack-renames.ts'
import { compareProduct, type StoredProduct } from '#lib/server/import/apply/product-merge.ts'
import {
  loadStored,
  type ProductWrite,
  writeProducts,
} from '#lib/server/import/apply/product-rows.ts'
import { type Entry, laterChanges } from './undo-entries.ts'
import type { UndoWork } from './undo-work.ts'

const BATCH = 400

/** Makes the products of an import again what they were; those that it brought leave the shop. */
export async function undoProducts(work: UndoWork, entries: Entry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += BATCH) {
    await undoSome(work, entries.slice(at, at + BATCH))
  }
}

async function undoSome(work: UndoWork, entries: Entry[]): Promise<void> {
  const keys = entries.map(({ key }) => key)
  const stored = await loadStored(work.trx, 'id', keys)
  const later = await laterChanges(work.trx, work.id, 'product', keys)
  const writes: ProductWrite[] = []
  for (const { key, before, after } of entries) {
    const current = stored.get(key)
    if (!current) continue
    const since = later.get(key) ?? []
    const wanted =
      before === null
        ? leave(work, current, since)
        : restore(work, current, { before, after: after ?? {} }, since)
    if (!wanted) continue
    writes.push(toWrite(work, current, wanted))
    if (!work.isDryRun) {
      await followRenames(work.trx, findRenames(key, current.packs, wanted.packs))
      await forgetMissing(work.trx, key)
    }
  }
  await writeProducts(work.trx, writes)
}

/** What a count did not find of units that are held: that count is taken back. */
async function forgetMissing(trx: Transaction<Database>, productId: string): Promise<void> {
  await trx
    .updateTable('stock_hold')
    .set({ missing: 0 })
    .where('product_id', '=', productId)
    .where('state', '=', 'held')
    .where('missing', '>', 0)
    .execute()
}

type Later = { id: number; fields: Fields }[]

/** A product that the import brought: orders and reviews may name it, so its row stays. */
function leave(work: UndoWork, current: StoredProduct, since: Later): StoredProduct | undefined {
  const last = since.at(-1)
  if (last) {
    work.conflicts.push(`${nameOf(current)} was new; import ${last.id} changed it later.`)
    return undefined
  }
  if (current.withdrawn_at !== null) return undefined
  return { ...current, withdrawn_at: work.now, changed_at: work.now }
}

function restore(
  work: UndoWork,
  current: StoredProduct,
  { before, after }: { before: Fields; after: Fields },
  since: Later,
): StoredProduct | undefined {
  const now = fieldsOf(current)
  const back: Fields = {}
  for (const field of Object.keys(after)) {
    const value = valueBefore(field, { before, after, now }, isTouched(since, field))
    if (value !== undefined) back[field] = value.is
    else if (field === 'changed_at') back[field] = work.now
    else work.conflicts.push(conflict(current, field, since))
  }
  const { packs = now['packs'], ...fields } = back
  const plain: StoredProduct = { ...withoutSale(current), ...fields, packs: toPacks(packs) }
  return withSale(plain, work.now)
}

type Values = { before: Fields; after: Fields; now: Fields }

/** What the field was before; undefined when something else has changed it since. */
function valueBefore(
  field: string,
  { before, after, now }: Values,
  isTouchedLater: boolean,
): { is: unknown } | undefined {
  if (isSame(now[field], after[field])) return { is: before[field] }
  if (isTouchedLater) return undefined
  // Sales since then stay sold.
  if (field === 'stock') return sold(before[field], after[field], now[field])
  if (field === 'packs')
    return soldPacks(toPacks(before[field]), toPacks(after[field]), toPacks(now[field]))
  return undefined
}

function sold(before: unknown, after: unknown, now: unknown): { is: unknown } | undefined {
  if (typeof after !== 'number' || typeof now !== 'number') return undefined
  if (typeof before !== 'number') return { is: before }
  const left = before - (after - now)
  return left >= 0 ? { is: left } : undefined
}

function soldPacks(before: ImportedPack[], after: ImportedPack[], now: ImportedPack[]) {
  const unsold = (packs: ImportedPack[]) => packs.map((pack) => ({ ...pack, stock: null }))
  if (!isSame(unsold(after), unsold(now))) return undefined
  const packs: ImportedPack[] = []
  const became = matchPacks(after, before)
  for (const pack of before) {
    const at = after.findIndex(({ label }) => label === became.get(pack.label)?.label)
    const then = after[at]?.stock
    const stock =
      then === now[at]?.stock ? { is: pack.stock } : sold(pack.stock, then, now[at]?.stock)
    if (!stock) return undefined
    packs.push({ ...pack, stock: typeof stock.is === 'number' ? stock.is : null })
  }
  return { is: packs }
}

function toPacks(packs: unknown): ImportedPack[] {
  const noSale = { base_paise: null, base_oldprice_paise: null }
  return Array.isArray(packs) ? packs.map((pack: ImportedPack) => ({ ...pack, ...noSale })) : []
}

const isTouched = (since: Later, field: string) => since.some(({ fields }) => field in fields)

function conflict(product: StoredProduct, field: string, since: Later): string {
  const by = since.findLast(({ fields }) => field in fields)
  const who = by ? `import ${by.id} changed it later` : 'it was changed otherwise since'
  return `${nameOf(product)}: ${columnOf(field)}: ${who}.`
}

const nameOf = ({ sku, name }: StoredProduct) => `Product ${sku} (${name})`

/** The row to write, after it has been logged and named for the publisher. */
function toWrite(work: UndoWork, current: StoredProduct, wanted: StoredProduct): ProductWrite {
  const { isChanged, isCardChanged, ...parts } = compareProduct(current, wanted)
  const isLive = wanted.withdrawn_at === null
  const wasLive = current.withdrawn_at === null
  if (isLive && !wasLive) work.products.cameOrWent(wanted, 'added')
  else if (wasLive && !isLive) work.products.cameOrWent(current, 'removed')
  else if (isChanged) work.products.changed(current, wanted, isCardChanged)
  work.log.product(current, wanted)
  return { ...wanted, ...parts }
}
