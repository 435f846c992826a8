import type { ParseArgsOptionsConfig } from 'node:util'
import type { Call, ExitCode } from './call.ts'

/** A command of the command line. */
export type Verb = {
  /** The name and its arguments. */
  usage: string
  /** One line for the overview. */
  about: string
  help: string
  options: ParseArgsOptionsConfig
  /** How many words other than options it takes. */
  paths: { least: number; most: number }
  run: (call: Call) => Promise<ExitCode>
}

/** Wrong use of the command line: exit code 2 with this message, perhaps followed by the command's help. */
export class UsageError extends Error {
  readonly showsHelp: boolean
  constructor(message: string, { showsHelp = false } = {}) {
    super(message)
    this.showsHelp = showsHelp
  }
}

export const MAP_OPTION = { map: { type: 'string' } } as const
export const LETTERS_OPTION = { 'repair-letters': { type: 'boolean' } } as const
export const STOCK_OPTIONS = {
  'set-stock': { type: 'boolean' },
  'keep-stock': { type: 'boolean' },
} as const
/** Options that all commands take. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  new: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const STOCK_HELP = `  --set-stock       treat the list's stocks as a fresh count of the shelf, even for products sold since
  --keep-stock      leave such stocks as they are
`
export const LETTERS_HELP =
  '  --repair-letters  repair letters another program broke, such as Â° of °\n'
export const COMMON_HELP = `  --json            answer with one JSON object on standard output
  --new             make the shop, where DATA_DIR has none
`
