import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryWriter } from './category-writer.ts'
import type { Merge, ChangeTarget } from './merge/merge.ts'
import { mergeSince } from './merge/merge-product.ts'
import { mergeStocks } from './merge/merge-stocks.ts'
import { mergeProduct, type StoredProduct, type Wanted, withStocks } from './product-merge.ts'
import { resolveRow } from './resolve-row.ts'
import type { StagedProduct } from './stage.ts'
import { countOfPacks, type RowStocks, rowStocks } from './stocks/row-stocks.ts'
import type { StockBook } from './stocks/stock-book.ts'

type Books = { plan: ImportPlan; categories: CategoryWriter; merge: Merge; stocks: StockBook }

/** Decides what an existing product becomes, or why the row is refused. */
export function decideProduct(
  row: StagedProduct,
  known: StoredProduct,
  { plan, categories, merge, stocks }: Books,
  now: number,
):
  | { wanted: Wanted; staysAway: boolean; movesPromisedUnits: boolean }
  | { column: string | null; reason: string } {
  const { columns } = plan
  const count = countOfPacks(row, known, columns)
  if (count !== undefined) return { column: 'stock', reason: count }
  const mine = mergeProduct(resolveRow(row, known, plan, categories), known, columns, now)
  const thing = thingOf(merge, row, known)
  const categoryToday = categories.today.bind(categories)
  const merged = mergeSince(merge, thing, known, mine, { now, categoryToday })
  const said = relabel(rowStocks(row, known, mine.packs, columns), mine, merged)
  const settled = stocks.settle(known, mergeStocks(merge, thing, known, said))
  if ('reason' in settled) {
    return { column: columns.has('stock') ? 'stock' : row.pack_kind, reason: settled.reason }
  }
  const wanted = withStocks(merged, settled.stocks)
  const staysAway = known.withdrawn_at !== null && wasOnSale(merge, thing) === true
  return { wanted, staysAway, movesPromisedUnits: settled.movesPromisedUnits }
}

/**
 * Whether a product stays on sale although the row withdraws it, because somebody brought it back since the list
 * was written.
 */
export const staysOnSale = (merge: Merge, row: StagedProduct, known: StoredProduct): boolean =>
  wasOnSale(merge, thingOf(merge, row, known)) === false

const thingOf = (merge: Merge, { exported }: StagedProduct, { id }: StoredProduct): ChangeTarget =>
  merge.thing('product', id, merge.knownBy(exported))

/** Whether the product was on sale before others changed that; undefined if nobody did. */
export function wasOnSale(merge: Merge, thing: ChangeTarget): boolean | undefined {
  const others = merge.others(thing, 'withdrawn_at')
  return others && others.was === null
}

/** Reorders the stocks of a row to the packs that the product will have after merging. */
function relabel(row: RowStocks, mine: Wanted, merged: Wanted): RowStocks {
  if (mine.packs === merged.packs) return row
  const labels = merged.packs.map(({ label }) => label)
  const at = new Map((row.labels.length > 0 ? row.labels : ['']).map((label, n) => [label, n]))
  const saidOf = (label: string) => row.stocks?.[at.get(label) ?? -1]
  const wanted = labels.length > 0 ? labels : ['']
  return { ...row, labels, stocks: row.stocks && wanted.map(saidOf) }
}
