import type { Db } from '#lib/server/database/schema.ts'
import type { ImportPlan } from './plan.ts'
import type { OtherFile, Surroundings } from './folder/folder.ts'
import type { Column } from './columns/columns.ts'
import { findOfShop, findPictures, type FoundPicture } from './pictures/find-pictures.ts'
import type { ImportMap } from './columns/map.ts'
import type { KeptPicture } from './pictures/pictures.ts'
import type { ImportedProduct, Refusals, RowFault } from './product/product.ts'
import type { ImportProgress } from './progress.ts'
import type { AcceptedRow } from './product-file-reader.ts'
import { noProducts, type ProductFileReport } from './product-file-report.ts'
import { readAsOurs } from './read-as-ours.ts'
import type { PresetMap } from './presets/preset-map.ts'
import { mergeTexts } from '#lib/texts/page/import/merge.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'

type How = 'withdraws' | 'isDryRun' | 'editor' | 'skipsInvalid' | 'stockMode' | 'merge'
type Use = { line: number; sku: string; position: number; pair: string }

/** Reads and checks everything in an import before any of it takes effect. */
export class Validation {
  #surroundings: Surroundings
  #map: ImportMap | PresetMap | undefined
  #onProgress: (progress: ImportProgress) => void
  #refusals: Refusals | undefined
  #products: ProductFileReport | undefined
  #faults: RowFault[] = []
  #rejected = 0
  #isTooOld = false
  /** How many accepted rows name each pair of category and sub-category. */
  #pairs = new Map<string, number>()
  #uses = new Map<string, Use[]>()
  #pictures = new Map<string, KeptPicture>()
  #known = new Map<string, KeptPicture>()

  constructor(
    surroundings: Surroundings,
    map: ImportMap | PresetMap | undefined,
    onProgress: (progress: ImportProgress) => void = () => {},
    refusals?: Refusals,
  ) {
    this.#refusals = refusals
    this.#surroundings = surroundings
    this.#map = map
    this.#onProgress = onProgress
    this.#faults.push(...surroundings.faults)
  }

  /** False if not a single row of the product file could be read, or the list is too old for any to count. */
  get isReadable(): boolean {
    return !this.#isTooOld && (this.#products?.isReadable ?? false)
  }

  get hasFaults(): boolean {
    return this.#faults.length > 0
  }

  /** Lines of refused rows that make it uncertain which products the file has. */
  get doubtful(): readonly number[] {
    return this.#products?.doubtful ?? []
  }

  /** The columns of the product file. */
  get columns(): Set<Column> {
    return this.#products?.columns ?? new Set()
  }

  /** Refuses a row of a watched list whose stock is a difference: it would count again at every save. */
  refuseMore({ sku, stocks }: ImportedProduct, line: number): void {
    if (!stocks.some(({ isMore, units }) => isMore && units !== 0)) return
    this.#faults.push({ line, sku, column: 'stock', reason: rowReasons.stockMoreWatched })
  }

  /** Refuses a list whose author's colleagues have since changed what nobody can tell any more. */
  refuseOld(): void {
    this.#isTooOld = true
    this.#faults.push({ ...fileFault(mergeTexts.tooOld), code: 'tooOld' })
  }

  /** Reads the products. `stage` stores each good one and returns its position. */
  async readProducts(
    db: Db | undefined,
    stage: (product: ImportedProduct, line: number) => Promise<number>,
  ): Promise<void> {
    const take = async ({ line, product }: AcceptedRow) => {
      const position = await stage(product, line)
      const pair = `${product.category}\n${product.subcategory}`
      if (product.category !== '') this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1)
      for (const file of product.images) {
        const uses = this.#uses.get(file) ?? []
        uses.push({ line, sku: product.sku, position, pair })
        this.#uses.set(file, uses)
      }
    }
    if (!this.#surroundings.hasProducts) {
      this.#products = noProducts()
      return
    }
    const { images, isFolder, productFile: file } = this.#surroundings
    const hasPicture = (name: string) => images?.has(name) ?? false
    const findKnown = async (names: string[]) =>
      new Set(db && (await findOfShop(db, names, isFolder)).keys())
    const onBytes = (bytes: number, total: number) =>
      this.#onProgress({ step: 'reading', bytes, total })
    const way = { map: this.#map, refusals: this.#refusals, hasPicture, findKnown, onBytes }
    try {
      this.#products = await readAsOurs(file, way, take)
    } catch (error) {
      if (!isFileError(error)) throw error
      const isMissing = error.code === 'ENOENT'
      this.#faults.push(
        fileFault(isMissing ? fileReasons.noProducts : fileReasons.unreadable(file)),
      )
    }
    if (this.#products) {
      this.#faults.push(...this.#products.faults)
      this.#rejected = this.#products.rejected
    }
  }

  /**
   * Finds all pictures that are named: in images/, where they are made into the files for pages if `dataDir` is
   * given, or else among those the shop has, or had after the import `since`.
   * @returns positions of rows refused for their pictures
   */
  async takePictures(
    db: Db | undefined,
    dataDir: string | undefined,
    since?: number,
  ): Promise<number[]> {
    const { isFolder, images, categories = [], banners = [] } = this.#surroundings
    const named = [
      ...this.#uses.keys(),
      ...categories.map((c) => c.image),
      ...banners.map((b) => b.image),
    ]
    const ofShop = new Set([...categories, ...banners].map(({ image }) => image))
    const onDone = (done: number, total: number) =>
      this.#onProgress({ step: 'pictures', done, total })
    const results = await findPictures(named, { isFolder, images }, { db, dataDir, since, onDone })
    for (const [file, { isNew, result }] of results) {
      // Other products' pictures only count if the product has none of its own with this name.
      const kept = isNew || ofShop.has(file) ? this.#pictures : this.#known
      if (result.ok) kept.set(file, result.value)
    }
    this.#refuseBanners(results)
    return this.#refuseRows(results)
  }

  #refuseRows(results: Map<string, FoundPicture>): number[] {
    const refused = new Map<number, { use: Use; reason: string }>()
    for (const [file, uses] of this.#uses) {
      const result = results.get(file)?.result
      if (!result || result.ok) continue
      for (const use of uses) {
        const before = refused.get(use.position)
        refused.set(use.position, {
          use,
          reason: before ? `${before.reason} ${result.error}` : result.error,
        })
      }
    }
    for (const { use, reason } of refused.values()) {
      const { line, sku, pair } = use
      this.#faults.push({ line, sku, column: 'images', reason })
      this.#rejected++
      const left = (this.#pairs.get(pair) ?? 1) - 1
      if (left === 0) this.#pairs.delete(pair)
      else this.#pairs.set(pair, left)
    }
    return [...refused.keys()]
  }

  #refuseBanners(results: Map<string, FoundPicture>): void {
    const refuse = <Row extends { line: number; image: string }>(
      file: OtherFile,
      rows: Row[] | undefined,
    ) =>
      rows?.filter(({ line, image }) => {
        const result = results.get(image)?.result
        if (!result || result.ok) return true
        this.#faults.push({ line, sku: '', column: 'image', reason: `${file}: ${result.error}` })
        this.#surroundings.refusedFiles.add(file)
        return false
      })
    this.#surroundings.categories = refuse('categories.csv', this.#surroundings.categories)
    this.#surroundings.banners = refuse('banners.csv', this.#surroundings.banners)
  }

  report() {
    const parsed = this.#products?.parsed ?? 0
    const rejected = this.#rejected
    return {
      parsed,
      accepted: parsed - rejected,
      rejected,
      errors: this.#faults.toSorted((a, b) => a.line - b.line),
      warnings: [...this.#surroundings.warnings, ...(this.#products?.warnings ?? [])],
    }
  }

  plan(key: string, how: Pick<ImportPlan, How>): ImportPlan {
    const { source, categories, banners, deliveryPins, synonyms, contents, refusedFiles } =
      this.#surroundings
    const { shop, unnamedOfShop } = this.#surroundings
    const { accepted, rejected, errors } = this.report()
    return {
      source,
      key,
      accepted,
      rejected,
      columns: this.columns,
      categories: [...this.#pairs.keys()].map((pair) => {
        const [category = '', subcategory = ''] = pair.split('\n')
        return { category, subcategory }
      }),
      listed: categories,
      ...{ banners, deliveryPins, synonyms },
      ...{ shop, unnamedOfShop },
      contents,
      refusedFiles,
      pictures: this.#pictures,
      knownPictures: this.#known,
      refusedSkus: new Set(errors.map(({ sku }) => sku)),
      ...how,
      withdraws: how.withdraws && this.#surroundings.hasProducts,
      onSaved: (done, total) => this.#onProgress({ step: 'saving', done, total }),
    }
  }
}

function fileFault(reason: string): RowFault {
  return { line: 1, sku: '', column: null, reason }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error
}
