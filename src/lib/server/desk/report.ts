import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import type { ImportReport } from '#lib/server/import/apply/import.ts'
import type { AlarmFacts } from '#lib/server/import/apply/describe/alarm-facts.ts'
import type { Alarm } from '#lib/server/import/apply/describe/alarms.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { ShownConflict } from '#lib/server/import/apply/merge/describe-conflicts.ts'
import { type FaultyCell, findFaultyCells } from '#lib/server/import/read/faulty-cells.ts'

/** Of a long list the first are kept and shown; the rest is counted. */
export const SHOWN = { faults: 300, changes: 500, pages: 1000, warnings: 50, conflicts: 100 }

/** What was found when a list was looked through; nothing is changed by that. */
export type DeskReport = {
  /** The shop's last import at that time: of what came later nothing was asked. */
  lastImport: number
  parsed: number
  accepted: number
  rejected: number
  /** False when not a row of the file could be read. */
  isReadable: boolean
  faults: FaultyCell[]
  faultCount: number
  /** Of those, for letters that a program broke, and that can be put right. */
  broken?: number
  warnings: string[]
  /** What looks like a slip; where it is grave, its number is typed before the list counts. */
  alarms: Alarm[]
  /** Categories and brands that the shop did not have, in words; they are warnings, too. */
  newNames?: string[] | undefined
  added: number
  changed: number
  unchanged: number
  withdrawn: number
  /** Fields that somebody else changed, too, since the list was written: whose counts is asked. */
  conflicts?: ShownConflict[]
  conflictCount?: number
  /** Fields that stay as others made them since. */
  kept?: number
  /** Prices in the list that do not count, as those of packs do. */
  pricesKept?: number
  /** Units that the list would bring back: the editor says what becomes of those stocks. */
  asks?: ImportReport['asks']
  changes: FieldChange[]
  changeCount: number
  pages: PageChange[]
  pageCount: number
  /** What the pages show, by their paths. */
  pageNames?: Record<string, string>
  /** How many products the shop sells, to weigh alarms. */
  products?: number | undefined
  /** What of the shop makes the list strange, likewise. */
  facts?: AlarmFacts | undefined
}

/** The report of a list, or why there is none. */
export type CheckResult = Checked | { refusal: string }
type Checked =
  /** `hasFailed`: publishing it ended in a fault; `cameSince`: an import changed a field of it meanwhile. */
  { report: DeskReport; hasFailed?: true; cameSince?: number }

/** How often the check of a list was begun again after it had ended with its process. */
export type Begun = { again: number }

/** The alarm whose number has to be typed before the list counts. */
export const graveAlarm = ({ alarms }: Pick<DeskReport, 'alarms'>): Alarm | undefined =>
  alarms.find(({ isGrave }) => isGrave)

/** The report with as much of each list as is shown at once. */
export async function shorten(
  report: ImportReport,
  path: string,
): Promise<Omit<DeskReport, 'lastImport'>> {
  const { errors, warnings, changes, pages, conflicts, isRefused, import: _, ...counts } = report
  return {
    ...counts,
    isReadable: !isRefused,
    faults: await findFaultyCells(path, undefined, errors.slice(0, SHOWN.faults)),
    faultCount: errors.length,
    broken: errors.filter(({ code }) => code === 'brokenLetters').length,
    warnings: warnings.slice(0, SHOWN.warnings),
    conflicts: conflicts.slice(0, SHOWN.conflicts),
    conflictCount: conflicts.length,
    changes: changes.slice(0, SHOWN.changes),
    changeCount: changes.length,
    pages: pages.slice(0, SHOWN.pages),
    pageCount: pages.length,
  }
}
