import type { StockMode } from '#lib/server/import/read/plan.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import type { Terminal } from './terminal.ts'

/** What a command is given. */
export type Call = {
  settings: Settings
  /** What stands on the line beside the flags; `path` is the first of it. */
  args: string[]
  path: string | undefined
  flags: Flags
  terminal: Terminal
  /** Builds the pages' program when it is not there yet. */
  build: () => Promise<void>
}

/** The flags of all commands; each takes some of them. */
export type Flags = {
  map?: string | undefined
  all: boolean
  json: boolean
  /** A table for other programs. */
  csv?: boolean
  /** A shop may be made where there is none. */
  isNew?: boolean
  dryRun: boolean
  replace: boolean
  skipInvalid: boolean
  /** Letters that a program broke are put right before a list is read. */
  repairsLetters?: boolean
  /** An undo leaves what was changed later, and takes the rest back. */
  leavesLater?: boolean
  /** What becomes of stocks of a list whose age nobody knows. */
  stockMode: StockMode
  /** All that were given with a text, by name. */
  texts: Record<string, string>
}

/** 0 done, 1 refused by the data, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2
