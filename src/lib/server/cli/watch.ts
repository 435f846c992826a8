import { existsSync, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { importOnce } from './import.ts'
import { readMapFile } from './map-file.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { UsageError } from './usage.ts'

/** A program that saves writes more than once; it is done when it has been quiet for so long. */
const QUIET_MS = 60

/** `shop watch PATH`: imports and publishes now and at every save, until it is interrupted. */
export async function watchPath(call: Call): Promise<ExitCode> {
  const { settings, path = '', flags, terminal } = call
  if (!existsSync(path)) throw new UsageError(`There is nothing at ${path}.`)
  const map = await readMapFile(flags.map)
  const db = openDatabase(settings.databaseUrl)
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    await migrate(db)
    for await (const save of savesOf(path, ending.signal)) {
      if (save === 1) terminal.err(`Watching ${path}. Each save is published; Ctrl+C ends it.\n`)
      try {
        await importOnce(call, db, map, { isWatched: true })
      } catch (error) {
        // The next save may be better: a file that is gone, or a database that is busy.
        const reason = error instanceof Error ? error.message : String(error)
        terminal.err(`${paint(terminal, 'red', reason)}\n`)
      }
    }
    return 0
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
    await db.destroy()
  }
}

/** Counts up: at once, and whenever the file, or something in the folder, was saved. */
async function* savesOf(path: string, signal: AbortSignal): AsyncGenerator<number> {
  const isFolder = statSync(path).isDirectory()
  let changedAt = -Infinity
  let wake = () => {}
  // The folder, because most programs save by putting a new file in the place of the old one.
  const watcher = watch(isFolder ? path : dirname(path), { recursive: isFolder }, (_, name) => {
    if (!isFolder && name !== basename(path)) return
    changedAt = performance.now()
    wake()
  })
  signal.addEventListener('abort', () => wake())
  try {
    for (let save = 1; !signal.aborted; save++) {
      const handledAt = performance.now()
      yield save
      while (!signal.aborted && changedAt < handledAt) {
        await new Promise<void>((resolve) => (wake = resolve))
      }
      while (!signal.aborted && performance.now() - changedAt < QUIET_MS) await pause(QUIET_MS / 3)
    }
  } finally {
    watcher.close()
  }
}
