import type { Transaction } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryWriter } from './category-writer.ts'
import type { ChangeLog } from './change-log.ts'
import { slug, takeId } from './ids.ts'
import type { RowFault } from '#lib/server/import/read/product.ts'
import { reasons } from '#lib/server/import/read/reasons.ts'
import { isPartial, REQUIRED } from '#lib/server/import/read/columns.ts'
import { findIds, lockRows } from './lock-rows.ts'
import type { Prepared } from './prepare.ts'
import { ProductNames } from './product-names.ts'
import {
  compareProduct,
  isPackPriceKept,
  mergeProduct,
  type StoredProduct,
  withStocks,
} from './product-merge.ts'
import { loadStored, type ProductWrite, writeProducts } from './product-rows.ts'
import { findStale, type QuickChange, writeQuickly } from './quick-writes.ts'
import { resolveRow } from './resolve-row.ts'
import { type StagedProduct, stagedAt, stagedRows } from './stage.ts'
import { countOfPacks, rowStocks, type StockBook } from './stock-book.ts'
import { lastExport, loadFigures } from './stock-figures.ts'
import { findMissing, type Missing, withdraw } from './withdraw.ts'

/** Rows that are compared and written at a time. */
const BATCH = 400

/** Makes the staged rows true, and names for the publisher what that changes. */
export class ProductApplier {
  added = 0
  changed = 0
  unchanged = 0
  withdrawn = 0
  packsKept = 0
  /** Rows that do not fit what the shop has. */
  readonly refused: RowFault[] = []
  readonly names: ProductNames
  #trx: Transaction<Database>
  #plan: ImportPlan
  #categories: CategoryWriter
  #log: ChangeLog
  #stocks: StockBook
  #now: number
  #takenIds: Set<string> | undefined
  #lastNumber = 0
  #seen = new Set<string>()
  #since: number | undefined

  constructor(
    trx: Transaction<Database>,
    plan: ImportPlan,
    categories: CategoryWriter,
    names: Set<string>,
    log: ChangeLog,
    stocks: StockBook,
    now: number,
  ) {
    this.#trx = trx
    this.#plan = plan
    this.#categories = categories
    this.names = new ProductNames(names)
    this.#log = log
    this.#stocks = stocks
    this.#now = now
  }

  /** All that the staged rows come to; with what was prepared, only the rest is looked through. */
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
    const { seen, unchanged, quick, rest, now } = prepared
    this.#seen = new Set(seen)
    this.unchanged = unchanged
    this.packsKept = prepared.packsKept
    const later = await findIds(this.#trx, rest)
    const missing = await this.#findMissing()
    await lockRows(this.#trx, [...quick.keys(), ...later, ...missing.map(({ id }) => id)])
    const stale = await findStale(this.#trx, [...quick.values()])
    const fresh = [...quick.values()].filter(({ id }) => !stale.has(id))
    await writeQuickly(this.#trx, fresh, now)
    for (const change of fresh) this.#take(change)
    const anew = [...rest, ...[...quick.values()].filter(({ id }) => stale.has(id))]
    const positions = anew.map(({ position }) => position).toSorted((a, b) => a - b)
    for (let at = 0; at < positions.length; at += BATCH) {
      const some = positions.slice(at, at + BATCH)
      await this.#applySome(await stagedAt(this.#trx, this.#plan.key, some))
    }
  }

  /** Counts and names what was prepared and is written. */
  #take({ names, log, isPriceKept }: QuickChange): void {
    this.changed++
    if (isPriceKept) this.packsKept++
    this.names.addAll(names)
    this.#log.changes.push(...log)
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
    const needed = this.#plan.columns.has('stock') ? ids : []
    this.#stocks.use(await loadFigures(this.#trx, needed, this.#since))
    const writes: ProductWrite[] = []
    const leaving: StoredProduct[] = []
    for (const row of rows) {
      this.#seen.add(row.sku)
      const known = stored.get(row.sku)
      if (known && row.isWithdrawn) {
        if (known.withdrawn_at === null) leaving.push(known)
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
    if (isPartial(this.#plan.columns)) {
      return this.#refuse(row, 'sku', reasons.newNeeds(REQUIRED.slice(1)))
    }
    if (row.isWithdrawn) return this.#refuse(row, 'withdrawn', reasons.withdrawnUnknown)
    const resolved = resolveRow(row, undefined, this.#plan, this.#categories)
    const wanted = mergeProduct(resolved, undefined, this.#plan.columns, this.#now)
    const taken = await this.#loadTaken()
    const short = slug(row.name) || slug(row.sku)
    const id = takeId(taken, [short, slug(`${row.name} ${row.unit}`), short])
    const product = { ...wanted, id, sku: row.sku, number: ++this.#lastNumber }
    this.added++
    this.names.cameOrWent(product, 'added')
    const times = { created_at: this.#now, changed_at: this.#now, withdrawn_at: null }
    this.#log.product(undefined, { ...product, ...times })
    const { packs, images } = wanted
    return {
      ...product,
      ...times,
      arePacksChanged: packs.length > 0,
      areImagesChanged: images.length > 0,
    }
  }

  #change(row: StagedProduct, known: StoredProduct): ProductWrite | undefined {
    const { columns } = this.#plan
    const stocks = countOfPacks(row, known, columns)
    if (stocks !== undefined) return this.#refuse(row, 'stock', stocks)
    const merged = mergeProduct(
      resolveRow(row, known, this.#plan, this.#categories),
      known,
      columns,
      this.#now,
    )
    const settled = this.#stocks.settle(known, rowStocks(row, known, merged.packs, columns))
    if ('reason' in settled) {
      return this.#refuse(row, columns.has('stock') ? 'stock' : row.pack_kind, settled.reason)
    }
    const wanted = withStocks(merged, settled.stocks)
    if (isPackPriceKept(row, known, columns)) this.packsKept++
    const { isChanged, isCardChanged, ...parts } = compareProduct(known, wanted)
    const isBack = known.withdrawn_at !== null
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
    const write = { ...wanted, id, sku, number, created_at, changed_at, withdrawn_at: null }
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

  /** What is on sale and the list lacks, where that is withdrawn. */
  #findMissing() {
    const { refusedSkus, withdraws } = this.#plan
    const isThere = (sku: string) => this.#seen.has(sku) || refusedSkus.has(sku)
    return withdraws ? findMissing(this.#trx, isThere) : Promise.resolve([])
  }

  /** Ids that are in use, loaded when the first product is added; and the last number. */
  async #loadTaken(): Promise<Set<string>> {
    if (this.#takenIds) return this.#takenIds
    const rows = await this.#trx.selectFrom('product').select(['id', 'number']).execute()
    this.#lastNumber = rows.reduce((last, row) => Math.max(last, row.number), 0)
    this.#takenIds = new Set(rows.map((row) => row.id))
    return this.#takenIds
  }
}
