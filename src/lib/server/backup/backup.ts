import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Result } from '#lib/result.ts'
import { copyDatabase } from '#lib/server/database/copy-database.ts'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { bytesOf, bytesOfKept, copyKept, countKept, earlierBackup, hasRoom } from './kept-files.ts'
import { noteBackup } from './last-backup.ts'
import { DATABASE_FILE, MANIFEST, type Manifest } from './manifest.ts'
import { rehearse } from './rehearse.ts'

export type BackupRefusal = 'exists' | 'noRoom' | 'notRestored'

/** More pages than any database has. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies the shop into a folder, even while it runs: the database as of one moment, from SQLite or
 * PostgreSQL, and the files that it refers to. The folder gets its name only when it is complete, so a backup
 * is whole or does not exist.
 * @param isRehearsed whether it is also restored, into a folder that goes again
 * @returns the number of files; `exists` if the folder is not empty, `notRestored` if there is a copy that could
 * not be restored
 */
export async function makeBackup(
  settings: Settings,
  path: string,
  isRehearsed = false,
): Promise<Result<number, BackupRefusal>> {
  const folder = resolve(path)
  if (existsSync(folder) && readdirSync(folder).length > 0) return { ok: false, error: 'exists' }
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  try {
    const earlier = earlierBackup(folder)
    if (!hasRoom(partial, bytesToCopy(settings, earlier))) return { ok: false, error: 'noRoom' }
    const { madeAt, files } = await copyAll(settings, partial, earlier)
    if (existsSync(folder)) rmSync(folder, { recursive: true })
    renameSync(partial, folder)
    if (isRehearsed && !(await rehearse(settings, folder)))
      return { ok: false, error: 'notRestored' }
    noteBackup(settings.dataDir, madeAt)
    return { ok: true, value: files + 1 }
  } finally {
    // What did not become a backup takes the room that the shop needs for orders.
    rmSync(partial, { recursive: true, force: true })
  }
}

async function copyAll(settings: Settings, partial: string, earlier?: string): Promise<Manifest> {
  // Copied before and after the database, so that every file that the copied database refers to is included.
  await copyKept(settings.dataDir, partial, earlier)
  // What happens while it is copied may be missing in the copy: a restore looks for it (I2).
  const madeAt = new Date().toISOString()
  await copyShop(settings, join(partial, DATABASE_FILE))
  await copyKept(settings.dataDir, partial, earlier)
  const manifest: Manifest = { kirana: 'backup', madeAt, files: countKept(partial) }
  writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** A PostgreSQL database is about as large as in the copy before. */
function bytesToCopy({ dataDir, databaseUrl }: Settings, earlier?: string): number {
  const before = earlier === undefined ? [] : [join(earlier, DATABASE_FILE)]
  const files = isPostgres(databaseUrl) ? before : [databaseUrl, `${databaseUrl}-wal`]
  return files.map(bytesOf).reduce((sum, bytes) => sum + bytes, bytesOfKept(dataDir, earlier))
}

async function copyShop({ databaseUrl }: Settings, file: string): Promise<void> {
  if (!isPostgres(databaseUrl)) {
    const source = new DatabaseSync(databaseUrl, { readOnly: true })
    try {
      // In a single step: between steps, each sale would restart the copy. Nobody has to wait for it.
      await backup(source, file, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    return
  }
  const [from, to] = [openDatabase(databaseUrl), openDatabase(file)]
  try {
    await migrate(to)
    const copied = await copyDatabase({ db: from, url: databaseUrl }, { db: to, url: file })
    if (!copied.ok) throw new Error('The copy of the database differs from it. Please try again.')
  } finally {
    await from.destroy()
    await to.destroy()
  }
}
