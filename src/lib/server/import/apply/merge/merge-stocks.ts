import type { StockSaid } from '#lib/server/import/read/product/product.ts'
import type { Merge, Others, ChangeTarget } from './merge.ts'
import type { StoredProduct } from '#lib/server/import/apply/product-merge.ts'
import type { RowStocks } from '#lib/server/import/apply/stocks/row-stocks.ts'

/**
 * Merges the stocks of a row with those that others imported since. Differences (`+3`) always count; if two counts
 * differ, the editor is asked.
 */
export function mergeStocks(
  merge: Merge,
  thing: ChangeTarget,
  known: StoredProduct,
  row: RowStocks,
): RowStocks {
  if (merge.isAlone || !row.stocks || !merge.isTouched(thing)) return row
  const labels = row.labels.length > 0 ? row.labels : ['']
  const stocks = labels.map((label, at) => {
    const said = row.stocks?.[at]
    if (!said || said.isMore) return said
    const others = merge.others(thing, label === '' ? 'stock' : 'packs')
    return others ? settle(merge, thing, { label, said, others }, known, row) : said
  })
  return { ...row, stocks }
}

type StatedStock = { label: string; said: StockSaid; others: Others }

function settle(
  merge: Merge,
  thing: ChangeTarget,
  { label, said, others }: StatedStock,
  known: StoredProduct,
  { exported }: RowStocks,
): StockSaid | undefined {
  const now = stockIn(known, label)
  const after = stockIn(others.last.after, label)
  const before = stockIn({ stock: others.was, packs: others.was }, label)
  // The sum of what imports changed, leaving out sales in between.
  const change = others.changes.reduce((sum, entry) => {
    const [from, to] = [stockIn(entry.before, label), stockIn(entry.after, label)]
    return sum + (typeof from === 'number' && typeof to === 'number' ? to - from : 0)
  }, 0)
  if (before === after && change === 0) return said
  const was = exported && label in exported.stocks ? exported.stocks[label] : before
  if ([was, now, after].includes(said.units)) return undefined
  const values = { mine: said.units, theirs: after, was }
  const by = others.last.id
  const found = merge.decide(thing, { field: 'stock', label, by }, values)
  return found === said.units ? { ...said, others: change } : undefined
}

/** The stock of a pack, or, for an empty label, of the product itself; undefined if there is none. */
function stockIn(fields: unknown, label: string): number | null | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  const found = label === '' ? fields : packIn(fields, label)
  const stock = found && 'stock' in found ? found.stock : undefined
  return typeof stock === 'number' || stock === null ? stock : undefined
}

function packIn(fields: object, label: string): object | undefined {
  const packs: unknown = 'packs' in fields ? fields.packs : undefined
  if (!Array.isArray(packs)) return undefined
  return packs.find(
    (pack: unknown) =>
      typeof pack === 'object' && pack !== null && 'label' in pack && pack.label === label,
  )
}
