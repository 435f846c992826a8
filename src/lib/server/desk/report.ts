import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import type { ImportOptions, ImportReport } from '#lib/server/import/apply/import.ts'
import type { AlarmFacts } from '#lib/server/import/apply/describe/alarm-facts.ts'
import type { Alarm } from '#lib/server/import/apply/describe/alarms.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { ShownConflict } from '#lib/server/import/apply/merge/describe-conflicts.ts'
import { type FaultyCell, findFaultyCells } from '#lib/server/import/read/faulty-cells.ts'

/** How much of a long list is kept in the report and shown; the rest is only counted. */
export const SHOWN = { faults: 300, changes: 500, pages: 1000, warnings: 50, conflicts: 100 }

/** What the check of a list found; the check itself changes nothing. */
export type DeskReport = {
  /** The shop's last import at the time of the check; conflicts with later ones have not been asked about. */
  lastImport: number
  parsed: number
  accepted: number
  rejected: number
  /** False if not a single row of the file could be read. */
  isReadable: boolean
  faults: FaultyCell[]
  faultCount: number
  /** The list is older than what is known of others' changes: it can be read only as it is. */
  isTooOld?: boolean
  /** How many of the faults are broken letters (wrong encoding) that can be repaired. */
  broken?: number
  warnings: string[]
  /** What looks like a slip; for a grave one, the editor has to type its number before publishing. */
  alarms: Alarm[]
  /** Categories and brands that are new to the shop, in words; they are also among the warnings. */
  newNames?: string[] | undefined
  added: number
  changed: number
  unchanged: number
  withdrawn: number
  /**
   * Fields that somebody else has changed, too, since the list was written: the editor is asked whose value
   * counts.
   */
  conflicts?: ShownConflict[]
  conflictCount?: number
  /** How many fields keep the value that others gave them since. */
  kept?: number
  /** How many prices in the list have no effect, because the product's packs have their own. */
  pricesKept?: number
  /**
   * Units that the list would bring back although they were sold: the editor decides what happens to those stocks.
   */
  asks?: ImportReport['asks']
  changes: FieldChange[]
  changeCount: number
  pages: PageChange[]
  pageCount: number
  /** The names of pages, by path. */
  pageNames?: Record<string, string>
  /** How many products the shop sells, which alarms are weighed against. */
  products?: number | undefined
  /** Facts about the shop that alarms are weighed against. */
  facts?: AlarmFacts | undefined
}

/** The report of a list, or why there is none. */
export type CheckResult = Checked | { refusal: string }
type Checked =
  /**
   * `hasFailed`: publishing it failed; `cameSince`: the number of an import that changed one of its fields
   * meanwhile.
   */
  { report: DeskReport; hasFailed?: true; cameSince?: number }

/** How often the check of a list was started again after it had ended the process. */
export type Begun = { again: number }

/** The alarm whose number has to be typed before the list is published. */
export const graveAlarm = ({ alarms }: Pick<DeskReport, 'alarms'>): Alarm | undefined =>
  alarms.find(({ isGrave }) => isGrave)

/** The report, shortened to what is shown at once; `map` tells the columns of the list. */
export async function shorten(
  report: ImportReport,
  path: string,
  map: ImportOptions['map'],
): Promise<Omit<DeskReport, 'lastImport'>> {
  // A ready-made map makes rows of several, so no column of theirs is the fault's.
  const columns = map && 'group' in map ? undefined : map
  const { errors, warnings, changes, pages, conflicts, isRefused, import: _, ...counts } = report
  return {
    ...counts,
    isReadable: !isRefused,
    faults: await findFaultyCells(path, columns, errors.slice(0, SHOWN.faults)),
    faultCount: errors.length,
    isTooOld: errors.some(({ code }) => code === 'tooOld'),
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
