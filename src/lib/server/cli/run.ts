import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { finishRestore } from '#lib/server/backup/finish-restore.ts'
import { DatabaseBusy } from '#lib/server/database/database.ts'
import { closeFolder } from '#lib/server/settings/private-files.ts'
import { readSettings, SettingsError } from '#lib/server/settings/settings.ts'
import type { Call, ExitCode, Flags } from './call.ts'
import { paint, type Terminal } from './terminal.ts'
import { type CommandName, HELP, isCommand, OVERVIEW, UsageError } from './usage.ts'

const STOCK = { 'set-stock': { type: 'boolean' }, 'keep-stock': { type: 'boolean' } } as const
/** What orders are looked for by, and what is said about one. */
const ORDER_OPTIONS = [
  ...['state', 'search', 'from', 'to', 'pay', 'cursor', 'limit', 'reason', 'amount', 'units'],
  ...['rider', 'how', 'reference', 'instead', 'pack', 'count', 'agreed'],
  ...['name', 'street', 'street2', 'city', 'region', 'pin', 'phone', 'note'],
]

const OPTIONS: Record<CommandName, ParseArgsOptionsConfig> = {
  check: { map: { type: 'string' }, ...STOCK },
  import: {
    map: { type: 'string' },
    'skip-invalid': { type: 'boolean' },
    replace: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    ...STOCK,
  },
  export: {},
  'export-site': {},
  undo: {
    'dry-run': { type: 'boolean' },
    only: { type: 'string' },
    sku: { type: 'string' },
    'leave-later': { type: 'boolean' },
  },
  watch: { map: { type: 'string' }, 'skip-invalid': { type: 'boolean' }, ...STOCK },
  publish: { all: { type: 'boolean' } },
  status: {},
  orders: Object.fromEntries(ORDER_OPTIONS.map((name) => [name, { type: 'string' as const }])),
  grant: {},
  revoke: {},
  'move-database': {},
  backup: {},
  restore: {},
}
const PATHS: Record<CommandName, { least: number; most: number }> = {
  check: { least: 1, most: 1 },
  import: { least: 1, most: 1 },
  export: { least: 0, most: 1 },
  'export-site': { least: 1, most: 1 },
  undo: { least: 0, most: 1 },
  watch: { least: 1, most: 1 },
  publish: { least: 0, most: 0 },
  status: { least: 0, most: 0 },
  orders: { least: 0, most: 4 },
  grant: { least: 2, most: 2 },
  revoke: { least: 1, most: 2 },
  'move-database': { least: 1, most: 1 },
  backup: { least: 1, most: 1 },
  restore: { least: 1, most: 1 },
}

/** Runs one command of the editors' command line; never throws. */
export async function runShop(
  args: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  build: () => Promise<void>,
): Promise<ExitCode> {
  try {
    return await run(args, env, terminal, build)
  } catch (error) {
    terminal.err(`${paint(terminal, 'red', describe(error))}\n`)
    return error instanceof UsageError || error instanceof SettingsError ? 2 : 1
  }
}

async function run(
  [name = '', ...rest]: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  build: () => Promise<void>,
): Promise<ExitCode> {
  if (name === '--help' || name === '-h' || name === 'help') {
    terminal.out(OVERVIEW)
    return 0
  }
  if (!isCommand(name)) {
    const what =
      name === '' ? 'There is no command.' : `There is no command ${JSON.stringify(name)}.`
    throw new UsageError(`${what}\n\n${OVERVIEW}`)
  }
  const { values, positionals } = parse(name, rest)
  if (values['help']) {
    terminal.out(HELP[name])
    return 0
  }
  const { least, most } = PATHS[name]
  if (positionals.length < least)
    throw new UsageError(`${name} needs ${least > 1 ? 'more' : 'a path'}.\n\n${HELP[name]}`)
  const extra = positionals[most]
  if (extra !== undefined)
    throw new UsageError(`${name} does not take ${JSON.stringify(extra)}.\n\n${HELP[name]}`)
  if (positionals[0] === '')
    throw new UsageError(`${name} needs a path that is not empty.\n\n${HELP[name]}`)
  const given: Record<string, unknown> = values
  if (given['set-stock'] && given['keep-stock'])
    throw new UsageError(`--set-stock and --keep-stock say the opposite.\n\n${HELP[name]}`)
  const settings = readSettings(env)
  closeFolder(settings.dataDir)
  finishRestore(settings.dataDir)
  return (await load(name))({
    settings,
    args: positionals,
    path: positionals[0],
    flags: toFlags(values),
    terminal,
    build,
  })
}

function parse(name: CommandName, args: string[]) {
  const options = {
    ...OPTIONS[name],
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node names the flag; what it advises after the first sentence is for programmers.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\. /) : []
    throw new UsageError(`${sentence.replace(/\.?$/, '.')}\n\n${HELP[name]}`)
  }
}

function toFlags(values: Record<string, unknown>): Flags {
  const is = (name: string) => values[name] === true
  return {
    map: typeof values['map'] === 'string' ? values['map'] : undefined,
    all: is('all'),
    json: is('json'),
    dryRun: is('dry-run'),
    replace: is('replace'),
    skipInvalid: is('skip-invalid'),
    leavesLater: is('leave-later'),
    stockMode: is('set-stock') ? 'set' : is('keep-stock') ? 'keep' : 'ask',
    texts: Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  }
}

/** Each command loads only what it needs: the program starts in a blink. */
async function load(name: CommandName): Promise<(call: Call) => Promise<ExitCode>> {
  if (name === 'check') return (await import('./check.ts')).check
  if (name === 'import') return (await import('./import.ts')).importPath
  if (name === 'export') return (await import('./export.ts')).exportTo
  if (name === 'export-site') return (await import('./export-site.ts')).exportSiteTo
  if (name === 'undo') return (await import('./undo.ts')).undo
  if (name === 'watch') return (await import('./watch.ts')).watchPath
  if (name === 'orders') return (await import('./orders/orders.ts')).orders
  if (name === 'grant') return (await import('./roles.ts')).grant
  if (name === 'revoke') return (await import('./roles.ts')).revoke
  if (name === 'publish') return (await import('./publish.ts')).publish
  if (name === 'move-database') return (await import('./move-database.ts')).moveDatabase
  if (name === 'backup') return (await import('./backup.ts')).backup
  if (name === 'restore') return (await import('./backup.ts')).restore
  return (await import('./status.ts')).status
}

function describe(error: unknown): string {
  if (error instanceof DatabaseBusy) return 'The database is busy. Please try again in a moment.'
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error) || !('path' in error)) return error.message
  const reason = FILE_ERRORS.get(String(error.code)) ?? error.message
  return `${String(error.path)}: ${reason}`
}

const FILE_ERRORS = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'this may not be read or written'],
  ['EPERM', 'this may not be read or written'],
  ['EISDIR', 'this is a folder, not a file'],
  ['ENOTDIR', 'a part of this path is not a folder'],
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'the disk can only be read'],
])
