import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { type Applied, applyImport, type FindPages, type OnApplied } from './apply.ts'
import { readSurroundings } from '#lib/server/import/read/folder.ts'
import type { ImportMap } from '#lib/server/import/read/map.ts'
import type { ReadyMap } from '#lib/server/import/read/ready/ready-map.ts'
import type { RowFault } from '#lib/server/import/read/product.ts'
import type { ImportProgress } from './progress.ts'
import { warnings } from '#lib/server/import/read/reasons.ts'
import { removeDeadStages, Staging } from './stage.ts'
import { Validation } from '#lib/server/import/read/validation.ts'

export type ImportOptions = {
  /** DATA_DIR, whose uploads/ gets the pictures. */
  dataDir: string
  map?: ImportMap | ReadyMap | undefined
  skipInvalid?: boolean
  replace?: boolean
  dryRun?: boolean
  /** Who imports; empty for the command line. */
  editor?: string
  onProgress?: ((progress: ImportProgress) => void) | undefined
  findPages?: FindPages | undefined
  /** A folder for the pictures of a dry run, so that its pages can be looked at. */
  previewDir?: string
  /** Done with the import itself, or not at all; in a dry run with what would be. */
  onApplied?: OnApplied
}

/** What was read of a file or folder. */
export type CheckReport = {
  parsed: number
  accepted: number
  rejected: number
  errors: RowFault[]
  warnings: string[]
}
export type ImportReport = CheckReport & Omit<Applied, 'packsKept'> & { isRefused: boolean }

/** Validates a CSV file or a catalogue folder and changes nothing. */
export async function checkCatalogue(
  path: string,
  db: Kysely<Database> | undefined,
  map: ImportMap | ReadyMap | undefined,
  onProgress?: (progress: ImportProgress) => void,
): Promise<CheckReport | undefined> {
  const surroundings = await readSurroundings(path)
  if (!surroundings) return undefined
  const validation = new Validation(surroundings, map, onProgress)
  let position = 0
  await validation.readProducts(async () => position++)
  await validation.takePictures(db, undefined)
  return validation.report()
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
  const surroundings = await readSurroundings(path)
  if (!surroundings) return undefined
  const validation = new Validation(surroundings, options.map, options.onProgress)
  const staging = new Staging(db)
  try {
    await validation.readProducts((product) => staging.add(product))
    await staging.flush()
    const isRefused = () => !validation.isReadable || (validation.hasFaults && !options.skipInvalid)
    // Pictures are made for an import that will come true; for any other they are looked at.
    const wanted = options.dryRun ? options.previewDir : options.dataDir
    const dataDir = isRefused() ? undefined : wanted
    const refusedPositions = await validation.takePictures(db, dataDir)
    const report = validation.report()
    if (isRefused()) return { ...report, ...NOTHING, isRefused: true }
    await staging.drop(refusedPositions)
    const { replace: withdraws = false, dryRun: isDryRun = false, editor = '' } = options
    const plan = validation.plan(staging.key, { withdraws, isDryRun, editor })
    const { findPages = async () => [], onApplied } = options
    const { packsKept, ...applied } = await applyImport(db, plan, findPages, onApplied)
    if (packsKept > 0) report.warnings.push(warnings.packsKept(packsKept))
    return { ...report, ...applied, isRefused: false }
  } finally {
    await staging.clear()
  }
}

const NOTHING: Omit<Applied, 'packsKept'> = {
  added: 0,
  changed: 0,
  unchanged: 0,
  withdrawn: 0,
  pages: [],
  changes: [],
  import: null,
}
