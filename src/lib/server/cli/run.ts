import { parseArgs } from 'node:util'
import { finishRestore } from '#lib/server/backup/finish-restore.ts'
import { DatabaseBusy } from '#lib/server/database/database.ts'
import { closeFolder } from '#lib/server/settings/private-files.ts'
import { withServerSettings } from '#lib/server/settings/running.ts'
import { readSettings, SettingsError } from '#lib/server/settings/settings.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { ExitCode } from './call.ts'
import { readFlags } from './flags.ts'
import { paint, type Terminal } from './terminal.ts'
import { COMMON_OPTIONS, UsageError, type Verb } from './verb.ts'
import { allVerbs, findVerb } from './verbs.ts'

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
    terminal.out(await overview())
    return 0
  }
  const verb = await findVerb(name)
  if (!verb) {
    const what =
      name === '' ? 'There is no command.' : `There is no command ${JSON.stringify(name)}.`
    throw new UsageError(`${what}\n\n${await overview()}`)
  }
  try {
    const { values, positionals } = parse(verb, rest)
    if (values['help']) {
      terminal.out(verb.help)
      return 0
    }
    checkWords(name, verb, positionals)
    const given = readSettings(env)
    closeFolder(given.dataDir)
    finishRestore(given.dataDir)
    const settings = withServerSettings(given, env)
    const [path] = positionals
    const flags = readFlags(values)
    return await verb.run({ settings, args: positionals, path, flags, terminal, build })
  } catch (error) {
    if (!(error instanceof UsageError) || !error.showsHelp) throw error
    throw new UsageError(`${error.message}\n\n${verb.help}`)
  }
}

const help = { showsHelp: true }

function checkWords(name: string, { usage, paths: { least, most } }: Verb, words: string[]): void {
  if (words.length < least) throw new UsageError(`${usage.replace(' ', ' needs ')}.`, help)
  const extra = words[most]
  if (extra !== undefined)
    throw new UsageError(`${name} does not take ${JSON.stringify(extra)}.`, help)
  if (words[0] === '') throw new UsageError(`What follows ${name} is empty.`, help)
}

function parse(verb: Verb, args: string[]) {
  const options = { ...verb.options, ...COMMON_OPTIONS }
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const given: Record<string, unknown> = parsed.values
    if (!given['set-stock'] || !given['keep-stock']) return parsed
  } catch (error) {
    // Node names the flag; its advice after the first sentence is for programmers.
    const [sentence = ''] = error instanceof Error ? error.message.split(/\. /) : []
    throw new UsageError(sentence.replace(/\.?$/, '.'), help)
  }
  throw new UsageError('--set-stock and --keep-stock contradict each other; give one.', help)
}

/** The overview: one line for each command. */
async function overview(): Promise<string> {
  const verbs = await allVerbs()
  const width = Math.max(...verbs.map(({ usage }) => usage.length)) + 2
  const lines = verbs.map(({ usage, about }) => `  ${usage.padEnd(width)}${about}\n`)
  return `Usage: ${SHOP_CALL} COMMAND [PATH] [--json]

${lines.join('')}
  ${SHOP_CALL} COMMAND --help tells more about a command.
  With --json the answer is one JSON object. Where DATA_DIR has no shop a command says so, and makes
  one only with --new. Exit code: 0 done, 1 refused, 2 wrong usage.
`
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
