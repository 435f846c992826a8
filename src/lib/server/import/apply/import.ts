import type { Kysely } from 'kysely'
import { openDraft } from '#lib/server/database/draft.ts'
import type { Database, Trx } from '#lib/server/database/schema.ts'
import { type Applied, applyImport, type FindPages, NOTHING, type OnApplied } from './apply.ts'
import { belowCostText } from './describe/alarms.ts'
import { knowsCosts } from './describe/below-cost.ts'
import { lastImportBy } from './history.ts'
import { readSurroundings } from '#lib/server/import/read/folder.ts'
import type { ImportMap } from '#lib/server/import/read/map.ts'
import type { ReadyMap } from '#lib/server/import/read/ready/ready-map.ts'
import type { Refusals, RowFault } from '#lib/server/import/read/product.ts'
import type { ImportProgress } from '#lib/server/import/read/progress.ts'
import { importWarnings } from '#lib/texts/page/import-warnings.ts'
import { removeDeadStages, Staging } from './stage.ts'
import { Validation } from '#lib/server/import/read/validation.ts'
import type { MergeWith, StockMode } from '#lib/server/import/read/plan.ts'
import { askFault, StockCheck } from './stocks/stock-check.ts'

export type ImportOptions = {
  /** DATA_DIR, whose uploads/ gets the pictures. */
  dataDir: string
  map?: ImportMap | ReadyMap | undefined
  /** Rows that are known to be faulty. */
  refusals?: Refusals | undefined
  /** The file that stands for the products.csv of a folder. */
  products?: string | undefined
  skipInvalid?: boolean
  replace?: boolean
  dryRun?: boolean
  /** Who imports; empty for the command line. */
  editor?: string
  /** How it is merged with what others imported since; without it the list counts as it is. */
  merge?: MergeWith
  /** What becomes of counts that would bring sold units back; without it the list is refused. */
  stockMode?: StockMode
  /** A watched list, which is imported at every save: nothing in it may count twice. */
  isWatched?: boolean
  onProgress?: ((progress: ImportProgress) => void) | undefined
  findPages?: FindPages | undefined
  /** A folder for the pictures of a dry run, so that its pages can be looked at. */
  previewDir?: string
  /** Done with the import itself, or not at all; in a dry run with what would be. */
  onApplied?: OnApplied
  /** Of a dry run: the draft in which the list is true, until what this gives is kept. */
  onLook?: OnPreviewOpen
}

/** What was read of a file or folder. */
export type CheckReport = {
  parsed: number
  accepted: number
  rejected: number
  errors: RowFault[]
  warnings: string[]
}
type Own = 'notes' | 'packsKept' | 'refused' | 'asks' | 'stocksShort' | 'ownersKept' | 'strayLinks'
export type ImportReport = CheckReport &
  Omit<Applied, Own> & {
    isRefused: boolean
    /** How many prices in the list do not count, as those of packs do. */
    pricesKept?: number
    /** Of a dry run: units that the list would bring back, so that it would be refused as it is. */
    asks: Applied['asks'] | undefined
  }

/** Done where the list is true, once all is known of it. */
export type OnPreviewOpen = (trx: Trx, report: ImportReport) => Promise<void>

/** Columns by which something may be sold below its cost. */
const PRICED = ['price', 'ram', 'size', 'weight', 'saleprice', 'cost'] as const

/** Validates a CSV file or a catalogue folder and changes nothing. */
export async function checkCatalogue(
  path: string,
  db: Kysely<Database> | undefined,
  map: ImportMap | ReadyMap | undefined,
  onProgress?: (progress: ImportProgress) => void,
  stockMode: StockMode = 'ask',
  { refusals, products }: Pick<ImportOptions, 'refusals' | 'products'> = {},
): Promise<CheckReport | undefined> {
  const surroundings = await readSurroundings(path, products)
  if (!surroundings) return undefined
  const validation = new Validation(surroundings, map, onProgress, refusals)
  const stocks = new StockCheck()
  let position = 0
  await validation.readProducts(async (product, line) => {
    stocks.add(product, line)
    return position++
  })
  await validation.takePictures(db, undefined)
  const faults = db ? await stocks.run(db, validation.columns, stockMode) : []
  const report = withFaults(validation.report(), faults)
  const hasPrices = PRICED.some((column) => validation.columns.has(column))
  const mayLose = hasPrices && db && (validation.columns.has('cost') || (await knowsCosts(db)))
  // What only the shop tells in which the list is true.
  if (!db || !(mayLose || surroundings.banners)) return report
  const options = { dataDir: '', map, refusals, products, skipInvalid: true, dryRun: true }
  const { facts, warnings = [] } = (await importCatalogue(db, path, options)) ?? {}
  report.warnings = [...new Set([...report.warnings, ...warnings])]
  if (facts?.belowCost) report.warnings.push(belowCostText(facts.belowCost))
  return report
}

/** The report with the rows that do not fit what the shop has, and what the whole list is refused for. */
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
 * Puts a CSV file or a catalogue folder into the database: all of it, or, when a row is refused and
 * `skipInvalid` is not set, nothing. Undefined when there is nothing at that path.
 */
export async function importCatalogue(
  db: Kysely<Database>,
  path: string,
  options: ImportOptions,
): Promise<ImportReport | undefined> {
  await removeDeadStages(db)
  if (!options.dryRun) return importInto(db, path, options)
  // No writer of the shop waits for a look, however long it takes.
  await using draft = await openDraft(db)
  return await importInto(draft.db, path, options)
}

async function importInto(
  db: Kysely<Database>,
  path: string,
  options: ImportOptions,
): Promise<ImportReport | undefined> {
  const surroundings = await readSurroundings(path, options.products)
  if (!surroundings) return undefined
  const validation = new Validation(surroundings, options.map, options.onProgress, options.refusals)
  const staging = new Staging(db)
  let written = options.merge?.base ?? 0
  let oldest = Infinity
  try {
    await validation.readProducts((product, line) => {
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
    const isRefused = () => !validation.isReadable || (validation.hasFaults && !options.skipInvalid)
    // Pictures are made for an import that will come true; for any other they are looked at.
    const wanted = options.dryRun ? options.previewDir : options.dataDir
    const dataDir = isRefused() ? undefined : wanted
    const refusedPositions = await validation.takePictures(db, dataDir)
    const report = validation.report()
    if (isRefused())
      return { ...report, ...NOTHING, conflicts: [], kept: 0, asks: undefined, isRefused: true }
    await staging.drop(refusedPositions)
    const { replace: withdraws = false, dryRun: isDryRun = false, editor = '' } = options
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
    strayLinks = [],
    ...applied
  }: Applied,
): ImportReport {
  report.warnings.unshift(...(applied.newNames ?? []))
  report.warnings.push(...notes)
  if (strayLinks.length > 0) report.warnings.push(importWarnings.strayLinks(strayLinks))
  if (packsKept.length > 0) report.warnings.push(importWarnings.packsKept(packsKept))
  if (ownersKept.length > 0) report.warnings.push(importWarnings.ownersKept(ownersKept))
  if (stocksShort > 0) report.warnings.push(importWarnings.stockShort(stocksShort))
  const isAsked = asks.products > 0
  const faults = isAsked && !isDryRun ? [...refused, askFault(asks)] : refused
  const isRefused = (refused.length > 0 && !skipsInvalid) || (isAsked && !isDryRun)
  return {
    ...{ ...withFaults(report, faults), ...applied },
    ...{ pricesKept: packsKept.length, asks: isAsked ? asks : undefined, isRefused },
  }
}
