import { openDraft } from '#lib/server/database/draft.ts'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { applyImport, NOTHING, refusesAll } from './apply.ts'
import type { Applied, FindPages, OnApplied } from './applied.ts'
import { belowCostText } from './describe/alarms.ts'
import { knowsCosts } from './describe/below-cost.ts'
import { isForgotten, lastImportBy } from './history.ts'
import { readSurroundings } from '#lib/server/import/read/folder/folder.ts'
import type { ImportMap } from '#lib/server/import/read/columns/map.ts'
import type { PresetMap } from '#lib/server/import/read/presets/preset-map.ts'
import type { Refusals, RowFault } from '#lib/server/import/read/product/product.ts'
import type { ImportProgress } from '#lib/server/import/read/progress.ts'
import { collectsTax } from '#lib/checkout/bill.ts'
import { unratedTexts } from '#lib/texts/page/supply.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { removeDeadStages, Staging } from './stage.ts'
import { Validation } from '#lib/server/import/read/validation.ts'
import type { MergeWith, StockMode } from '#lib/server/import/read/plan.ts'
import { askFault, StockCheck } from './stocks/stock-check.ts'

export type ImportOptions = {
  /** DATA_DIR, whose folder uploads/ gets the pictures. */
  dataDir: string
  map?: ImportMap | PresetMap | undefined
  /** Rows that are already known to be faulty. */
  refusals?: Refusals | undefined
  /** A file that replaces the products.csv of a folder. */
  products?: string | undefined
  skipInvalid?: boolean
  replace?: boolean
  dryRun?: boolean
  /** The email of whoever imports; empty for the command line. */
  editor?: string
  /** How to merge with what others imported since; without it, the list overwrites that. */
  merge?: MergeWith
  /** What happens to stocks that would bring sold units back; without it, the list is refused. */
  stockMode?: StockMode
  /**
   * A watched list is imported every time it is saved, so differences such as `+3` are refused: they would count
   * twice.
   */
  isWatched?: boolean
  onProgress?: ((progress: ImportProgress) => void) | undefined
  findPages?: FindPages | undefined
  /** The folder for pictures of a dry run, so that its pages can be previewed. */
  previewDir?: string
  /** Runs in the transaction of the import; in a dry run, with what would change. */
  onApplied?: OnApplied
  /** In a dry run: gets the draft in which the list is applied; it stays open until the returned promise resolves. */
  onLook?: OnPreviewOpen
}

/** What was found when a file or folder was read. */
export type CheckReport = {
  parsed: number
  accepted: number
  rejected: number
  errors: RowFault[]
  warnings: string[]
}
type Own =
  | ('notes' | 'packsKept' | 'refused' | 'asks' | 'stocksShort')
  | ('ownersKept' | 'partsKept' | 'strayLinks' | 'strayReturns' | 'unrated')
export type ImportReport = CheckReport &
  Omit<Applied, Own> & {
    isRefused: boolean
    /** How many prices in the list have no effect, because packs have their own. */
    pricesKept?: number
    /** In a dry run: units that the list would bring back, for which a real import would be refused. */
    asks: Applied['asks'] | undefined
  }

/** Runs in the draft in which a list is applied, once its report is complete. */
export type OnPreviewOpen = (trx: Trx, report: ImportReport) => Promise<void>

/** Columns through which something may come to be sold below its cost. */
const PRICED = ['price', 'ram', 'size', 'weight', 'saleprice', 'cost'] as const

/**
 * Validates a CSV file or a catalogue folder and changes nothing.
 * @returns undefined if there is nothing at `path`
 */
export async function checkCatalogue(
  path: string,
  db: Db | undefined,
  map: ImportMap | PresetMap | undefined,
  onProgress?: (progress: ImportProgress) => void,
  stockMode: StockMode = 'ask',
  { refusals, products }: Pick<ImportOptions, 'refusals' | 'products'> = {},
): Promise<CheckReport | undefined> {
  const surroundings = await readSurroundings(path, products, db && (await readStoredShop(db)))
  if (!surroundings) return undefined
  const validation = new Validation(surroundings, map, onProgress, refusals)
  const stocks = new StockCheck()
  let position = 0
  await validation.readProducts(db, async (product, line) => {
    stocks.add(product, line)
    return position++
  })
  await validation.takePictures(db, undefined)
  const faults = db ? await stocks.run(db, validation.columns, stockMode) : []
  const report = withFaults(validation.report(), faults)
  const hasPrices = PRICED.some((column) => validation.columns.has(column))
  const mayLose = hasPrices && db && (validation.columns.has('cost') || (await knowsCosts(db)))
  // Some warnings need the shop with the list applied: that takes a dry run.
  const { banners, shop } = surroundings
  if (!db) return report
  const taxes = collectsTax(shop ?? (await readStoredShop(db)))
  if (!(mayLose || taxes || banners || (shop && shop.noreturns.length > 0))) return report
  const options = { dataDir: '', map, refusals, products, skipInvalid: true, dryRun: true }
  const { facts, warnings = [] } = (await importCatalogue(db, path, options)) ?? {}
  report.warnings = [...new Set([...report.warnings, ...warnings])]
  if (facts?.belowCost) report.warnings.push(belowCostText(facts.belowCost))
  return report
}

/** Adds faults of rows that do not fit the shop, and reasons for which the whole list is refused. */
function withFaults(report: CheckReport, faults: RowFault[]): CheckReport {
  const rows = faults.filter(({ sku }) => sku !== '').length
  return {
    ...report,
    accepted: report.accepted - rows,
    rejected: report.rejected + rows,
    errors: [...report.errors, ...faults].toSorted((a, b) => a.line - b.line),
  }
}

/**
 * Imports a CSV file or a catalogue folder: all of it or, if a row is refused and `skipInvalid` is not set,
 * nothing.
 * @returns undefined if there is nothing at `path`
 */
export async function importCatalogue(
  db: Db,
  path: string,
  options: ImportOptions,
): Promise<ImportReport | undefined> {
  await removeDeadStages(db)
  if (!options.dryRun) return importInto(db, path, options)
  // A dry run works on a draft, so no writer of the shop has to wait for it.
  await using draft = await openDraft(db)
  return await importInto(draft.db, path, options)
}

async function importInto(
  db: Db,
  path: string,
  options: ImportOptions,
): Promise<ImportReport | undefined> {
  const surroundings = await readSurroundings(path, options.products, await readStoredShop(db))
  if (!surroundings) return undefined
  const validation = new Validation(surroundings, options.map, options.onProgress, options.refusals)
  const staging = new Staging(db)
  let written = options.merge?.base ?? 0
  let oldest = Infinity
  try {
    await validation.readProducts(db, (product, line) => {
      const mark = options.merge?.isAsIs ? undefined : product.exported
      if (mark?.after !== undefined) {
        written = Math.min(written, mark.after)
        oldest = Math.min(oldest, mark.stamp)
      }
      if (options.isWatched) validation.refuseMore(product, line)
      return staging.add(product, line)
    })
    await staging.flush()
    if (oldest < Infinity) written = Math.min(written, await lastImportBy(db, oldest))
    if (await isForgotten(db, written, options)) validation.refuseOld()
    const isRefused = () => !validation.isReadable || (validation.hasFaults && !options.skipInvalid)
    // Picture files are written only for an import that will take effect, or for previews; otherwise pictures are
    // only checked.
    const wanted = options.dryRun ? options.previewDir : options.dataDir
    const dataDir = isRefused() ? undefined : wanted
    const refusedPositions = await validation.takePictures(db, dataDir, options.merge && written)
    const report = validation.report()
    if (isRefused())
      return { ...report, ...NOTHING, conflicts: [], kept: 0, asks: undefined, isRefused: true }
    await staging.drop(refusedPositions)
    const { replace = false, dryRun: isDryRun = false, editor = '' } = options
    const { doubtful } = validation
    const withdraws = replace && doubtful.length === 0
    if (replace && !withdraws) report.warnings.push(importWarnings.withdrawsNone(doubtful))
    const { skipInvalid: skipsInvalid = false, stockMode = 'ask' } = options
    const merge = options.merge && { ...options.merge, written }
    const how = { withdraws, isDryRun, editor, skipsInvalid, stockMode, merge }
    const plan = validation.plan(staging.key, how)
    const { findPages = async () => [], onApplied, onLook } = options
    let looked: ImportReport | undefined
    const applied = await applyImport(db, plan, findPages, async (trx, made) => {
      await onApplied?.(trx, made)
      if (onLook) await onLook(trx, (looked = reportOf(report, how, made)))
    })
    return looked ?? reportOf(report, how, applied)
  } finally {
    await staging.clear()
  }
}

function reportOf(
  report: CheckReport,
  { isDryRun, skipsInvalid }: { isDryRun: boolean; skipsInvalid: boolean },
  {
    notes = [],
    packsKept,
    refused,
    asks,
    stocksShort,
    ownersKept,
    partsKept,
    strayLinks = [],
    strayReturns = [],
    sharedIds,
    unrated,
    ...applied
  }: Applied,
): ImportReport {
  report.warnings.unshift(...(applied.newNames ?? []))
  report.warnings.push(...notes)
  if (strayLinks.length > 0) report.warnings.push(importWarnings.strayLinks(strayLinks))
  if (strayReturns.length > 0) report.warnings.push(importWarnings.strayReturns(strayReturns))
  if (sharedIds) report.warnings.push(importWarnings.sharedIds(sharedIds))
  if (unrated) report.warnings.push(`${unratedTexts.found(unrated)}. ${unratedTexts.action}`)
  if (packsKept.length > 0) report.warnings.push(importWarnings.packsKept(packsKept))
  if (ownersKept.length > 0) report.warnings.push(importWarnings.ownersKept(ownersKept))
  if (partsKept.length > 0) report.warnings.push(importWarnings.partsKept(partsKept))
  if (stocksShort > 0) report.warnings.push(importWarnings.stockShort(stocksShort))
  const isAsked = asks.products > 0
  const faults = isAsked && !isDryRun ? [...refused, askFault(asks)] : refused
  const isRefused = refusesAll({ refused, asks }, { isDryRun, skipsInvalid })
  return {
    ...{ ...withFaults(report, faults), ...applied },
    ...{ pricesKept: packsKept.length, asks: isAsked ? asks : undefined, isRefused },
  }
}
