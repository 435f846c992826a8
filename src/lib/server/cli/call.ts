import type { StockMode } from '#lib/server/import/read/plan.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import type { Terminal } from './terminal.ts'

/** What a command gets to work with. */
export type Call = {
  settings: Settings
  /** The words on the command line that are not flags; `path` is the first of them. */
  args: string[]
  path: string | undefined
  flags: Flags
  terminal: Terminal
  /** Builds the shop's pages if there is no build yet. */
  build: () => Promise<void>
}

/** The flags of all commands; each command accepts some of them. */
export type Flags = {
  map?: string | undefined
  all: boolean
  json: boolean
  /** Print a table (CSV) for other programs. */
  csv?: boolean
  /** A new shop may be created if there is none. */
  isNew?: boolean
  dryRun: boolean
  replace: boolean
  /** Restore a backup as a test. */
  rehearses?: boolean
  /** Restore a backup that has lost files. */
  isIncomplete?: boolean
  skipInvalid: boolean
  /** Give a role to an account that nobody has confirmed by mail. */
  isUnconfirmed?: boolean
  /** Repair letters that another program broke, before reading the list. */
  repairsLetters?: boolean
  /** Let an undo keep later changes, and revert the rest. */
  leavesLater?: boolean
  /** What to do with stocks in a list whose age is unknown. */
  stockMode: StockMode
  /** All flags with a text value, by name. */
  texts: Record<string, string>
}

/** 0: done; 1: refused because of the data; 2: used wrongly. */
export type ExitCode = 0 | 1 | 2
