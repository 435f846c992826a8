import type { Transaction } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { ImportPlan } from './apply.ts'
import type { CategoryBook } from './category-book.ts'
import type { ChangeLog } from './change-log.ts'
import { slug, takeId } from './ids.ts'
import type { RowFault } from '#lib/server/import/read/product.ts'
import { reasons } from '#lib/server/import/read/reasons.ts'
import { isPartial, REQUIRED } from '#lib/server/import/read/columns.ts'
import { ProductNames } from './product-names.ts'
import {
  compareProduct,
  keepsPacks,
  mergeProduct,
  type Row,
  type StoredProduct,
  withStocks,
} from './product-merge.ts'
import {
  loadStored,
  type ProductWrite,
  writeProducts,
} from '#lib/server/import/read/product-rows.ts'
import { type StagedProduct, stagedRows } from './stage.ts'
import { countOfPacks, rowStocks, type StockBook } from './stock-book.ts'
import { lastExport, loadFigures } from './stock-figures.ts'

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
  #categories: CategoryBook
  #log: ChangeLog
  #stocks: StockBook
  #now: number
  #takenIds: Set<string> | undefined
  #lastNumber = 0
  #seen = new Set<string>()

  constructor(
    trx: Transaction<Database>,
    plan: ImportPlan,
    categories: CategoryBook,
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

  async applyAll(): Promise<void> {
    const since = this.#plan.columns.has('stock') ? await lastExport(this.#trx) : undefined
    for (let after = -1, isOver = false; !isOver;) {
      const staged = await stagedRows(this.#trx, this.#plan.key, after, BATCH)
      const rows = staged.map(({ data }): StagedProduct => JSON.parse(data))
      await this.#applySome(rows, since)
      this.#plan.onSaved(this.#seen.size, this.#plan.accepted)
      after = staged.at(-1)?.position ?? after
      isOver = staged.length < BATCH
    }
    if (this.#seen.size !== this.#plan.accepted) {
      throw new Error(`Of ${this.#plan.accepted} staged rows ${this.#seen.size} were found`)
    }
    if (this.#plan.withdraws) await this.#withdrawOthers()
    await this.#trx.deleteFrom('import_row').where('import_key', '=', this.#plan.key).execute()
  }

  async #applySome(rows: StagedProduct[], since: number | undefined): Promise<void> {
    if (rows.length === 0) return
    const stored = await loadStored(
      this.#trx,
      'sku',
      rows.map((row) => row.sku),
    )
    const ids = [...stored.values()].map(({ id }) => id)
    const needed = this.#plan.columns.has('stock') ? ids : []
    this.#stocks.use(await loadFigures(this.#trx, needed, since))
    const writes: ProductWrite[] = []
    for (const row of rows) {
      this.#seen.add(row.sku)
      const known = stored.get(row.sku)
      const write = known ? this.#change(row, known) : await this.#add(row)
      if (write) writes.push(write)
    }
    await writeProducts(this.#trx, writes)
  }

  async #add(row: StagedProduct): Promise<ProductWrite | undefined> {
    if (isPartial(this.#plan.columns)) {
      return this.#refuse(row, 'sku', reasons.newNeeds(REQUIRED.slice(1)))
    }
    const resolved = this.#resolve(row, undefined)
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
    const merged = mergeProduct(this.#resolve(row, known), known, columns, this.#now)
    const settled = this.#stocks.settle(known, rowStocks(row, known, merged.packs, columns))
    if ('reason' in settled) {
      return this.#refuse(row, columns.has('stock') ? 'stock' : row.pack_kind, settled.reason)
    }
    const wanted = withStocks(merged, settled.stocks)
    const usualPrice = known.base_paise ?? known.price_paise
    const isPriceSaid = columns.has('price') && row.price_paise !== usualPrice
    if (keepsPacks(known, columns) && isPriceSaid) this.packsKept++
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

  #refuse({ line, sku }: StagedProduct, column: string | null, reason: string): undefined {
    this.refused.push({ line, sku, column, reason })
  }

  /** The row with ids in place of names. */
  #resolve(row: StagedProduct, known: StoredProduct | undefined): Row {
    const { images, category, subcategory, stocks: _, exported: __, line: ___, ...fields } = row
    const { categoryId, subcatId } =
      known && !this.#plan.columns.has('category')
        ? { categoryId: known.category_id, subcatId: known.subcat_id }
        : this.#categories.find(category, subcategory)
    const own = new Map(known?.images.map(({ file, picture_id }) => [file, picture_id]))
    const found = images.map((file) => {
      const { pictures, knownPictures } = this.#plan
      const picture_id = pictures.get(file)?.id ?? own.get(file) ?? knownPictures.get(file)?.id
      if (picture_id === undefined) throw new Error(`No picture ${file}`)
      return { file, picture_id }
    })
    return { ...fields, category_id: categoryId, subcat_id: subcatId, images: found }
  }

  async #withdrawOthers(): Promise<void> {
    const live = await this.#trx
      .selectFrom('product')
      .select(['id', 'number', 'sku', 'category_id', 'subcat_id', 'changed_at'])
      .where('withdrawn_at', 'is', null)
      .orderBy('number')
      .execute()
    const missing = live.filter(
      ({ sku }) => !this.#seen.has(sku) && !this.#plan.refusedSkus.has(sku),
    )
    for (const product of missing) {
      this.names.cameOrWent(product, 'removed')
      const { id, changed_at } = product
      const after = { changed_at: this.#now, withdrawn_at: this.#now }
      this.#log.note('product', id, { changed_at, withdrawn_at: null }, after)
    }
    this.withdrawn = missing.length
    for (let at = 0; at < missing.length; at += BATCH) {
      await this.#trx
        .updateTable('product')
        .set({ withdrawn_at: this.#now, changed_at: this.#now })
        .where(
          'id',
          'in',
          missing.slice(at, at + BATCH).map(({ id }) => id),
        )
        .execute()
    }
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
