import { withoutSale, withSale } from '#lib/server/catalogue/sale-price.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { ChangeLog, type Fields, fieldsOf, isSame } from '#lib/server/import/apply/change-log.ts'
import { columnOf } from '#lib/server/import/apply/describe/describe-changes.ts'
import { compareProduct } from '#lib/server/import/apply/compare-product.ts'
import type { StoredProduct } from '#lib/server/import/apply/product-merge.ts'
import { ProductNames } from '#lib/server/import/apply/product-names.ts'
import { loadStored, type Lock, type ProductWrite } from '#lib/server/import/apply/product-rows.ts'
import type { CountsBack } from '#lib/server/import/apply/stocks/turn-counts.ts'
import type { ImportedPack } from '#lib/server/import/read/product/product.ts'
import {
  type Counted,
  countedSince,
  type Entry,
  type LaterChange,
  laterChanges,
} from './undo-entries.ts'
import { undoTexts } from '#lib/texts/page/import/undo.ts'
import { movedStocks, packsBefore, sold, stockBefore } from './undo-packs.ts'
import { takenSince, withoutSold } from './uncounted-sales.ts'
import { isAsked, type UndoWork } from './undo-work.ts'

/** What becomes of a product, and its state when that was decided. */
export type Decided = {
  /** Whether nothing prevents taking it back. */
  isClear: boolean
  /** Whether a stock that nobody counts gets a number: no sale since it was decided shows in the row. */
  isBegun: boolean
  /** Whether the shortfalls that the import recorded are taken back. */
  isStockBack: boolean
  /** Stocks whose counted units are taken out of the list's figures; undefined if no stock is to be taken back. */
  countsBack: CountsBack | undefined
  entry: Entry
  known: StoredProduct
  /** Undefined if the product stays as it is. */
  write: ProductWrite | undefined
  names: ProductNames
  log: ChangeLog
}
export type UndoScope = Pick<UndoWork, 'id' | 'now' | 'part' | 'isDryRun'>

/** Decides what becomes of products. What cannot be taken back is left out and added to the conflicts. */
export async function decide(
  db: Db,
  work: UndoScope & Pick<UndoWork, 'conflicts'>,
  entries: Entry[],
  lock: Lock,
): Promise<Decided[]> {
  const keys = entries.map(({ key }) => key)
  const stored = await loadStored(db, 'id', keys, lock)
  const later = await laterChanges(db, work.id, 'product', keys)
  const counted = await countedSince(db, work.id, keys)
  const taken = await takenSince(db, work.id, keys)
  return entries.flatMap((entry) => {
    const known = stored.get(entry.key)
    if (!known) return []
    const since = later.get(entry.key) ?? []
    const before = work.conflicts.length
    const of = { known, since, counted: counted.get(entry.key) ?? NONE }
    const back = entry.before === null ? leave(work, entry, of) : restore(work, entry, of)
    const wanted = back && withoutSold(known, back, (label) => taken(known.id, label))
    if (wanted?.isShort) work.conflicts.push(conflict(known, 'stock', since))
    const names = new ProductNames(new Set())
    const log = new ChangeLog(work.isDryRun)
    const write = wanted && toWrite({ products: names, log }, known, wanted.product)
    const isClear = work.conflicts.length === before
    const isStockAsked = !work.part.kinds || work.part.kinds.has('stock')
    const isChanged = write !== undefined && !isSame(stocksOf(known), stocksOf(write))
    const isStockBack = isStockAsked && of.counted.size === 0 && (isClear || isChanged)
    const labels = isClear ? undefined : movedStocks(known, write ?? known)
    const countsBack = isStockAsked ? { productId: known.id, ...(labels && { labels }) } : undefined
    const isBegun = wanted?.isBegun ?? false
    return { entry, known, write, names, log, isClear, isBegun, isStockBack, countsBack }
  })
}

const stocksOf = ({ stock, packs }: Pick<StoredProduct, 'stock' | 'packs'>) => [
  stock,
  ...packs.map((pack) => pack.stock),
]

type Later = LaterChange[]
type Deciding = Pick<UndoWork, 'part' | 'now' | 'conflicts'>

/** A product as it is now, and what happened to it since the import. */
type Since = { known: StoredProduct; since: Later; counted: Counted }
const NONE: Counted = new Set()

/** Takes a product off sale that the import added; its row stays, since orders and reviews may refer to it. */
function leave(work: Deciding, entry: Entry, { known: current, since }: Since) {
  if (!isAsked(work.part, entry, 'sku')) return undefined
  const last = since.at(-1)
  if (last) {
    work.conflicts.push(undoTexts.product(nameOf(current), last.id))
    return undefined
  }
  if (current.withdrawn_at !== null) return undefined
  return { ...current, withdrawn_at: work.now, changed_at: work.now }
}

function restore(
  work: Deciding,
  entry: Entry,
  { known: current, since, counted }: Since,
): StoredProduct | undefined {
  const now = fieldsOf(current)
  const values = { before: entry.before ?? {}, after: entry.after ?? {}, now, counted }
  const asked = Object.keys(values.after).filter(
    (field) => field !== 'changed_at' && isAsked(work.part, entry, field),
  )
  const found: Fields = {}
  let isLeft = false
  for (const field of asked) {
    const value = valueBefore(work, field, values, since)
    if (value !== undefined) found[field] = value.is
    if (value && !value.isPart) continue
    isLeft = true
    work.conflicts.push(conflict(current, field, since))
  }
  const isOffer = 'packs' in found && keepSold(found, values)
  if ('packs' in found && !isOffer) work.conflicts.push(conflict(current, 'packs', since))
  const back = asked.includes('packs') && !isOffer ? withoutOffer(found) : found
  const { packs = now['packs'], ...fields } = back
  const isBack = isSame(toPacks(packs), toPacks(now['packs']))
  if (isBack && Object.keys(fields).every((field) => isSame(fields[field], now[field]))) {
    return undefined
  }
  const isAll = !isLeft && asked.length === Object.keys(back).length && !work.part.kinds
  const changed_at = changedAt(values, isAll) ?? work.now
  const plain: StoredProduct = {
    ...{ ...withoutSale(current), ...fields, changed_at },
    packs: toPacks(packs),
  }
  return withSale(plain, work.now)
}

const OFFER = /^(packs|pack_kind|rams|sizes|weights|stock|price_paise|oldprice_paise|sale_.*)$/

/**
 * If packs cannot be restored, the fields that go with them stay as well: the earlier ones do not account for what
 * was sold since.
 */
const withoutOffer = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !OFFER.test(field)))

/**
 * Keeps units sold since as sold where an undo adds or removes packs.
 * @returns whether that can be determined
 */
function keepSold(back: Fields, { before, after, now, counted }: Values): boolean {
  const [was, made, is] = [before, after, now].map((fields) => ({
    ...{
      packs: toPacks(fields['packs']),
      stock: 'stock' in fields ? fields['stock'] : now['stock'],
    },
  }))
  if (!was || !made || !is || was.packs.length > 0 === made.packs.length > 0) return true
  const stock = counted.size === 0 ? stockBefore(was, made, is) : undefined
  if (!stock) return false
  if (was.packs.length === 0) back['stock'] = stock.is
  else if (was.packs.length === 1)
    back['packs'] = was.packs.map((pack) => ({ ...pack, stock: stock.is }))
  return true
}

/**
 * The time of the last change: the earlier one if the product is exactly as before, or unchanged by the import;
 * undefined for now.
 */
function changedAt({ before, after, now }: Values, isAll: boolean): number | undefined {
  if (!('changed_at' in after)) return Number(now['changed_at'])
  const isUntouched = isAll && isSame(now['changed_at'], after['changed_at'])
  return isUntouched ? Number(before['changed_at']) : undefined
}

type Values = { before: Fields; after: Fields; now: Fields; counted: Counted }

/**
 * The value of a field before the import, of packs perhaps only in part; undefined if something else has changed
 * it since.
 */
function valueBefore(
  work: Pick<UndoWork, 'part'>,
  field: string,
  { before, after, now, counted }: Values,
  since: Later,
): { is: unknown; isPart?: boolean } | undefined {
  if (field === 'packs') {
    const later = since.flatMap(({ fields, before: was }) =>
      field in fields ? [{ before: toPacks(was[field]), after: toPacks(fields[field]) }] : [],
    )
    const packs = { before: toPacks(before[field]), after: toPacks(after[field]) }
    const all = { ...packs, now: toPacks(now[field]), counted }
    const back = packsBefore(all, later, work.part.kinds)
    return back && { is: back.packs, isPart: back.isPart }
  }
  if (isSame(now[field], before[field])) return { is: before[field] }
  if (field === 'stock' && counted.has('')) return undefined
  if (isSame(now[field], after[field])) return { is: before[field] }
  if (isTouched(since, field)) return undefined
  // Units sold since then stay sold.
  return field === 'stock' ? sold(before[field], after[field], now[field]) : undefined
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

/** The row to write; its change is also logged and announced to the publisher. */
function toWrite(
  work: Pick<UndoWork, 'products' | 'log'>,
  current: StoredProduct,
  wanted: StoredProduct,
): ProductWrite {
  const { isChanged, isCardChanged, ...parts } = compareProduct(current, wanted)
  const isLive = wanted.withdrawn_at === null
  const wasLive = current.withdrawn_at === null
  if (isLive && !wasLive) work.products.cameOrWent(wanted, 'added')
  else if (wasLive && !isLive) work.products.cameOrWent(current, 'removed')
  else if (isChanged) work.products.changed(current, wanted, isCardChanged)
  work.log.product(current, wanted)
  return { ...wanted, ...parts }
}
