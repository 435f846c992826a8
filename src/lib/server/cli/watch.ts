import { closeSync, existsSync, fstatSync, openSync, readSync, statSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#lib/server/database/schema.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { importOnce } from './import.ts'
import { readMapFile } from './map-file.ts'
import type { Call, ExitCode } from './call.ts'
import { pathError } from './path-error.ts'
import { paint } from './terminal.ts'
import { MAP_OPTION, STOCK_OPTIONS, UsageError, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'
import { errorText } from '#lib/server/errors.ts'

/** Programs write several times per save; a save counts as complete after this long without a write. */
const QUIET_MS = 60
/** The same if more seems to be coming: a last row without line end, or one of several files. */
const LONG_QUIET_MS = 1000
const CATALOGUE_FILE = /\.(csv|json|md|xlsx|zip|jpe?g|png|webp|avif)$/i
const ONE_COUNT =
  'A watched list is imported at every save, so one stock count would be applied again each time and bring back units already sold. Import it once with --set-stock.'

/** `shop watch PATH`: imports and publishes now and at every save, until it is interrupted. */
async function watchPath(call: Call): Promise<ExitCode> {
  const { path = '', flags } = call
  if (!existsSync(path)) throw pathError(path)
  if (flags.stockMode === 'set') throw new UsageError(ONE_COUNT)
  const map = await readMapFile(flags.map)
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    await withDatabase(call, (db) => watchWith(call, db, map, ending.signal))
    return 0
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

async function watchWith(
  call: Call,
  db: Db,
  map: Awaited<ReturnType<typeof readMapFile>>,
  signal: AbortSignal,
): Promise<void> {
  const { path = '', terminal } = call
  for await (const save of savesOf(path, signal)) {
    if (save === 1) terminal.err(`Watching ${path}. Each save is published; Ctrl+C ends it.\n`)
    try {
      await importOnce(call, db, map, { isWatched: true })
    } catch (error) {
      // The next save may succeed: the file may have been missing, or the database busy.
      terminal.err(`${paint(terminal, 'red', errorText(error))}\n`)
    }
  }
}

/** Yields 1 at once, and the next number whenever the file, or something in the folder, was saved. */
async function* savesOf(path: string, signal: AbortSignal): AsyncGenerator<number> {
  const isFolder = statSync(path).isDirectory()
  let changedAt = -Infinity
  let wake = () => {}
  const changed = new Set<string>()
  // Watches the folder, as most programs save by replacing the old file with a new one.
  const watcher = watch(isFolder ? path : dirname(path), { recursive: isFolder }, (_, name) => {
    if (!isFolder && name !== basename(path)) return
    if (name !== null && CATALOGUE_FILE.test(name)) changed.add(name)
    changedAt = performance.now()
    wake()
  })
  signal.addEventListener('abort', () => wake())
  try {
    for (let save = 1; !signal.aborted; save++) {
      const handledAt = performance.now()
      changed.clear()
      yield save
      while (!signal.aborted && changedAt < handledAt) {
        await new Promise<void>((resolve) => (wake = resolve))
      }
      const isQuiet = () => {
        const quietMs = performance.now() - changedAt
        if (quietMs > LONG_QUIET_MS) return true
        return quietMs > QUIET_MS && !isOnItsWay(isFolder ? path : dirname(path), changed)
      }
      while (!signal.aborted && !isQuiet()) await pause(QUIET_MS / 3)
    }
  } finally {
    watcher.close()
  }
}

/** Whether more is probably coming: copying over a network and unpacking write in pieces. */
function isOnItsWay(folder: string, names: ReadonlySet<string>): boolean {
  const [name, ...more] = names
  return more.length > 0 || (name?.endsWith('.csv') === true && isCut(join(folder, name)))
}

/** Whether a list ends in the middle of a row: programs end the last row with a line break too. */
function isCut(file: string): boolean {
  const last = Buffer.alloc(1)
  try {
    const opened = openSync(file, 'r')
    try {
      const { size } = fstatSync(opened)
      readSync(opened, last, 0, 1, Math.max(0, size - 1))
      return size === 0 || last.toString() !== '\n'
    } finally {
      closeSync(opened)
    }
  } catch {
    return true
  }
}

export const verb: Verb = {
  usage: 'watch PATH',
  about: 'imports and publishes at every save',
  options: { ...MAP_OPTION, ...STOCK_OPTIONS, 'skip-invalid': { type: 'boolean' } },
  paths: { least: 1, most: 1 },
  run: watchPath,
  help: `Usage: ${SHOP_CALL} watch PATH [options]

Imports PATH and publishes what it changes, now and whenever it is saved, until Ctrl+C. A save with a
bad row changes nothing and says why.

  --map M.json      which column of a foreign file is which (see docs/import.md);
                    shopify or woocommerce for a product export of these
  --skip-invalid    leave out the bad rows and take the others
  --keep-stock      leave stocks as they are that sold since the last export
  --json            answer with one JSON object a line, for each save that changes something
`,
}
