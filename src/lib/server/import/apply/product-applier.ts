import type { Trx } from '#lib/server/database/schema.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryWriter } from './category-writer.ts'
import type { ChangeLog } from './change-log.ts'
import { newProduct, TakenIds } from './fresh-products.ts'
import type { RowFault } from '#lib/server/import/read/product/product.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { Merge } from './merge/merge.ts'
import { isPartial, REQUIRED } from '#lib/server/import/read/columns/columns.ts'
import { findIds, lockRows } from './lock-rows.ts'
import type { Prepared } from './prepare.ts'
import { ProductNames } from './product-names.ts'
import { compareProduct } from './compare-product.ts'
import { isPackPriceKept, keptPacks, type KeptPacks, type StoredProduct } from './product-merge.ts'
import { loadStored, type ProductWrite, writeProducts } from './product-rows.ts'
import type { QuickChange } from './quick-writes.ts'
import { type StagedProduct, stagedAt, stagedRows } from './stage.ts'
import type { StockBook } from './stocks/stock-book.ts'
import { lastExport, loadFigures } from './stocks/stock-figures.ts'
import { staysOnSale, decideProduct, wasOnSale } from './decide-product.ts'
import { findMissing, type Missing, withdraw } from './withdraw.ts'
import { writeFresh, writeQuick } from './write-prepared.ts'

/** How many rows are compared and written at a time. */
const BATCH = 400

/** Applies the staged rows, and announces the changes to the publisher. */
export class ProductApplier {
  added = 0
  changed = 0
  unchanged = 0
  withdrawn = 0
  /** Products whose price in the list has no effect, because their packs have their own. */
  packsKept: KeptPacks[] = []
  /** Rows refused because they do not fit what the shop has. */
  readonly refused: RowFault[] = []
  readonly names: ProductNames
  #trx: Trx
  #plan: ImportPlan
  #categories: CategoryWriter
  #log: ChangeLog
  #stocks: StockBook
  #merge: Merge
  #now: number
  #ids: TakenIds | undefined
  #seen = new Set<string>()
  #since: number | undefined

  constructor(
    trx: Trx,
    plan: ImportPlan,
    categories: CategoryWriter,
    names: Set<string>,
    log: ChangeLog,
    { stocks, merge }: { stocks: StockBook; merge: Merge },
    now: number,
  ) {
    this.#trx = trx
    this.#plan = plan
    this.#categories = categories
    this.names = new ProductNames(names)
    this.#log = log
    this.#stocks = stocks
    this.#merge = merge
    this.#now = now
  }

  /**
   * Applies all staged rows; if they were prepared, only the rest is looked through.
   * @throws if not all accepted rows were found
   */
  async applyAll(prepared: Prepared | undefined): Promise<void> {
    this.#since = this.#plan.columns.has('stock') ? await lastExport(this.#trx) : undefined
    if (prepared) await this.#applyPrepared(prepared)
    else await this.#applyStaged()
    if (this.#seen.size !== this.#plan.accepted) {
      throw new Error(`Of ${this.#plan.accepted} staged rows ${this.#seen.size} were found`)
    }
    await this.#withdraw(await this.#findMissing())
  }

  async #applyStaged(): Promise<void> {
    for (let after = -1, isOver = false; !isOver;) {
      const staged = await stagedRows(this.#trx, this.#plan.key, after, BATCH)
      await this.#applySome(staged)
      this.#plan.onSaved(this.#seen.size, this.#plan.accepted)
      after = staged.at(-1)?.position ?? after
      isOver = staged.length < BATCH
    }
  }

  async #applyPrepared(prepared: Prepared): Promise<void> {
    const { seen, unchanged, quick, rest, packsKept, kept } = prepared
    this.#seen = new Set(seen)
    this.unchanged = unchanged
    this.packsKept = [...packsKept]
    this.#merge.kept += kept
    const later = await findIds(this.#trx, rest)
    const missing = await this.#findMissing()
    await lockRows(this.#trx, [...quick.keys(), ...later, ...missing.map(({ id }) => id)])
    await writeFresh(this.#trx, prepared, this.#log)
    this.added += prepared.fresh.writes.length
    this.names.addAll(prepared.fresh.names)
    const { written, stale } = await writeQuick(this.#trx, prepared, this.#log)
    for (const change of written) this.#take(change)
    const positions = [...rest, ...stale].map(({ position }) => position).toSorted((a, b) => a - b)
    for (let at = 0; at < positions.length; at += BATCH) {
      const some = positions.slice(at, at + BATCH)
      await this.#applySome(await stagedAt(this.#trx, this.#plan.key, some))
    }
  }

  /** Counts and announces a prepared change that was written. */
  #take({ known, names, stocks, isPriceKept }: QuickChange): void {
    this.changed++
    if (isPriceKept) this.packsKept.push(keptPacks(known))
    this.names.addAll(names)
    this.#stocks.take(stocks)
  }

  async #applySome(staged: { data: string }[]): Promise<void> {
    if (staged.length === 0) return
    const rows = staged.map(({ data }): StagedProduct => JSON.parse(data))
    const stored = await loadStored(
      this.#trx,
      'sku',
      rows.map((row) => row.sku),
    )
    const ids = [...stored.values()].map(({ id }) => id)
    await this.#merge.load(this.#trx, 'product', ids)
    const needed = this.#plan.columns.has('stock') ? ids : []
    this.#stocks.use(await loadFigures(this.#trx, needed, this.#since))
    const writes: ProductWrite[] = []
    const leaving: StoredProduct[] = []
    for (const row of rows) {
      this.#seen.add(row.sku)
      const known = stored.get(row.sku)
      if (known && row.isWithdrawn) {
        const isLeaving = known.withdrawn_at === null && !staysOnSale(this.#merge, row, known)
        if (isLeaving) leaving.push(known)
        else this.unchanged++
        continue
      }
      const write = known ? this.#change(row, known) : await this.#add(row)
      if (write) writes.push(write)
    }
    await writeProducts(this.#trx, writes)
    await this.#withdraw(leaving)
  }

  async #add(row: StagedProduct): Promise<ProductWrite | undefined> {
    if (row.isWithdrawn) return this.#refuse(row, 'withdrawn', rowReasons.withdrawnUnknown)
    if (isPartial(this.#plan.columns)) {
      return this.#refuse(row, 'sku', fileReasons.newNeeds(REQUIRED.slice(1)))
    }
    this.#ids ??= await TakenIds.load(this.#trx)
    const product = newProduct(row, this.#ids, {
      ...{ plan: this.#plan, categories: this.#categories, now: this.#now },
    })
    this.added++
    this.names.cameOrWent(product, 'added')
    this.#log.product(undefined, product)
    return product
  }

  #change(row: StagedProduct, known: StoredProduct): ProductWrite | undefined {
    const { columns } = this.#plan
    const books = { plan: this.#plan, categories: this.#categories, stocks: this.#stocks }
    const found = decideProduct(row, known, { ...books, merge: this.#merge }, this.#now)
    if ('reason' in found) return this.#refuse(row, found.column, found.reason)
    const { wanted, staysAway, movesPromisedUnits } = found
    if (isPackPriceKept(row, known, columns)) this.packsKept.push(keptPacks(known))
    const { isCardChanged, ...compared } = compareProduct(known, wanted)
    const { isChanged: isOther, ...parts } = compared
    // If all new units went to buyers who waited, the stock is the same, but an undo has to find the product among
    // the changes.
    const isChanged = isOther || movesPromisedUnits
    const isBack = known.withdrawn_at !== null && !staysAway
    const { id, sku, number, created_at } = known
    if (isBack) {
      this.added++
      this.names.cameOrWent({ ...wanted, id, number }, 'added')
    } else if (isChanged) {
      this.changed++
      this.names.changed(known, wanted, isCardChanged)
    } else {
      this.unchanged++
      if (!parts.areImagesChanged) return undefined
    }
    const changed_at = isBack || isChanged ? this.#now : known.changed_at
    const withdrawn_at = staysAway ? known.withdrawn_at : null
    const write = { ...wanted, id, sku, number, created_at, changed_at, withdrawn_at }
    this.#log.product(known, write)
    return { ...write, ...parts }
  }

  async #withdraw(products: Missing[]): Promise<void> {
    this.withdrawn += products.length
    await withdraw(this.#trx, products, { names: this.names, log: this.#log, now: this.#now })
  }

  #refuse({ line, sku }: StagedProduct, column: string | null, reason: string): undefined {
    this.refused.push({ line, sku, column, reason })
  }

  /** Products on sale that a complete list lacks, except those that others added since it was written. */
  async #findMissing(): Promise<Missing[]> {
    const { refusedSkus, withdraws } = this.#plan
    if (!withdraws) return []
    const isThere = (sku: string) => this.#seen.has(sku) || refusedSkus.has(sku)
    const missing = await findMissing(this.#trx, isThere)
    const ids = missing.map(({ id }) => id)
    await this.#merge.load(this.#trx, 'product', ids)
    const { written } = this.#plan.merge ?? {}
    return missing.filter(
      ({ id }) => wasOnSale(this.#merge, this.#merge.thing('product', id, written)) !== false,
    )
  }
}
