import type { CompiledQuery } from 'kysely'
import type { Db } from '#lib/server/database/schema.ts'
import { compileNew, loadStored, unlocked } from './product-rows.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import { CategoryWriter } from './category-writer.ts'
import { ChangeLog, compileLog } from './change-log.ts'
import { FreshProducts, isPlacedIn } from './fresh-products.ts'
import { lastImport } from './history.ts'
import { Merge } from './merge/merge.ts'
import { compareProduct } from './compare-product.ts'
import { isPackPriceKept, keptPacks, type KeptPacks, type StoredProduct } from './product-merge.ts'
import { ProductNames } from './product-names.ts'
import { compileQuickly, isQuick, logOf, type QuickChange } from './quick-writes.ts'
import { type StagedProduct, stagedRows } from './stage.ts'
import { StockBook } from './stocks/stock-book.ts'
import { lastExport, loadFigures, type StockFigures } from './stocks/stock-figures.ts'
import { decideProduct } from './decide-product.ts'

/** How many rows are looked through at a time. */
const BATCH = 400

/** Everything about an import that can be decided before its locks are taken. */
export type Prepared = {
  now: number
  /** The last import before the preparation; if another one follows, everything is prepared again. */
  lastImport: number
  seen: Set<string>
  /** How many rows change nothing. */
  unchanged: number
  /** Products in such rows whose price in the list has no effect, because their packs have their own. */
  packsKept: KeptPacks[]
  /** How many fields of unchanged and quick rows keep the value that others gave them. */
  kept: number
  /** Changes of existing products, by id, that can be written as prepared unless the product is touched meanwhile. */
  quick: Map<string, QuickChange>
  /** Products that are new to the shop; only another import could add them meanwhile. */
  fresh: FreshProducts
  /**
   * Rows that are decided under the lock: those that need an answer, are refused, or put a product back on sale or
   * take it off.
   */
  rest: { position: number; sku: string }[]
  /** Statements that write all of `quick` and `fresh`, and those that log their changes in the history. */
  writes: Record<'quick' | 'fresh' | 'quickLog' | 'freshLog', CompiledQuery[]>
}

/**
 * Goes through the staged rows without locks, so that the transaction only has to write what changes. Shoppers who
 * order meanwhile wait only for that.
 */
export async function prepareImport(db: Db, plan: ImportPlan): Promise<Prepared> {
  const prepared: Prepared = {
    ...{ now: Date.now(), lastImport: await lastImport(db), seen: new Set() },
    ...{ unchanged: 0, packsKept: [], kept: 0, quick: new Map(), rest: [] },
    ...{ fresh: new FreshProducts(), writes: { quick: [], fresh: [], quickLog: [], freshLog: [] } },
  }
  const categories = await CategoryWriter.open(db)
  const merge = await Merge.open(db, plan)
  await categories.follow(plan, merge)
  const since = plan.columns.has('stock') ? await lastExport(db) : undefined
  for (let after = -1, isOver = false; !isOver;) {
    const staged = await stagedRows(db, plan.key, after, BATCH)
    if (staged.length === 0) break
    const rows = staged.map(({ data }): StagedProduct => JSON.parse(data))
    const skus = rows.map(({ sku }) => sku)
    const stored = await loadStored(db, 'sku', skus, unlocked)
    const ids = [...stored.values()].map(({ id }) => id)
    await merge.load(db, 'product', ids)
    const figures = await loadFigures(db, plan.columns.has('stock') ? ids : [], since)
    for (const [at, row] of rows.entries()) {
      const position = staged[at]?.position ?? 0
      prepared.seen.add(row.sku)
      const known = stored.get(row.sku)
      if (!known && (await prepared.fresh.take(db, row, { plan, categories, now: prepared.now }))) {
        continue
      }
      const kept = merge.kept
      const change = decide(row, known, plan, { categories, figures, merge }, prepared.now)
      if (change !== 'later') prepared.kept += merge.kept - kept
      const isPriceKept = known !== undefined && isPackPriceKept(row, known, plan.columns)
      if (change === 'unchanged') {
        prepared.unchanged++
        if (known && isPriceKept) prepared.packsKept.push(keptPacks(known))
      } else if (change === 'later') prepared.rest.push({ position, sku: row.sku })
      else prepared.quick.set(change.id, { ...change, position, sku: row.sku, isPriceKept })
    }
    plan.onSaved(prepared.seen.size, plan.accepted)
    after = staged.at(-1)?.position ?? after
    isOver = staged.length < BATCH
  }
  prepared.writes = {
    quick: compileQuickly(db, [...prepared.quick.values()], prepared.now),
    fresh: compileNew(db, prepared.fresh.writes),
    quickLog: compileLog(db, logOf([...prepared.quick.values()])),
    freshLog: compileLog(db, prepared.fresh.log.changes),
  }
  return prepared
}

type Book = { categories: CategoryWriter; figures: StockFigures; merge: Merge }

function decide(
  row: StagedProduct,
  known: StoredProduct | undefined,
  plan: ImportPlan,
  { categories, figures, merge }: Book,
  now: number,
): Omit<QuickChange, 'position' | 'sku' | 'isPriceKept'> | 'unchanged' | 'later' {
  const { columns } = plan
  const isPlaced = isPlacedIn(categories, row, columns, known)
  if (!known || known.withdrawn_at !== null || !isPlaced || row.isWithdrawn) return 'later'
  const stocks = new StockBook(plan.stockMode)
  stocks.use(figures)
  const asked = merge.asked.length
  const found = decideProduct(row, known, { plan, categories, merge, stocks }, now)
  if ('reason' in found || !stocks.isQuiet || merge.asked.length > asked) return 'later'
  const { wanted } = found
  const { isChanged, isCardChanged, arePacksChanged, areImagesChanged } = compareProduct(
    known,
    wanted,
  )
  if (!isChanged && !areImagesChanged) return 'unchanged'
  // A mere change of a file name has to be written, although it counts as no change.
  if (!isChanged || !isQuick(known, wanted)) return 'later'
  const names = new ProductNames(new Set())
  names.changed(known, wanted, isCardChanged)
  const log = new ChangeLog(false)
  log.product(known, { ...wanted, id: known.id, changed_at: now, withdrawn_at: null })
  const parts = { arePacksChanged, areImagesChanged }
  return { id: known.id, known, wanted, names, log: log.changes, stocks, ...parts }
}
