import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Result } from '#lib/result.ts'
import { copyDatabase } from '#lib/server/database/copy-database.ts'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { noteBackup } from './last-backup.ts'
import { DATABASE_FILE, KEPT, MANIFEST, type Manifest } from './manifest.ts'

/** More pages than any database has. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies the shop into a folder, even while it runs: the database as of one moment, from SQLite or
 * PostgreSQL, and the files that it refers to. The folder gets its name only when it is complete, so a backup
 * is whole or does not exist.
 * @returns the number of files; `exists` if the folder is not empty
 */
export async function makeBackup(
  settings: Settings,
  path: string,
): Promise<Result<number, 'exists'>> {
  const folder = resolve(path)
  if (existsSync(folder) && readdirSync(folder).length > 0) return { ok: false, error: 'exists' }
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  // Copied before and after the database, so that every file that the copied database refers to is included.
  await copyKept(settings.dataDir, partial)
  await copyShop(settings, join(partial, DATABASE_FILE))
  await copyKept(settings.dataDir, partial)
  const files = KEPT.reduce((sum, name) => sum + countFiles(join(partial, name)), 0)
  const manifest: Manifest = { kirana: 'backup', madeAt: new Date().toISOString(), files }
  writeFileSync(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  if (existsSync(folder)) rmSync(folder, { recursive: true })
  renameSync(partial, folder)
  noteBackup(settings.dataDir, manifest.madeAt)
  return { ok: true, value: files + 1 }
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

/** Copies files that the copy does not have yet: uploads never change under one name. */
async function copyKept(dataDir: string, folder: string): Promise<void> {
  for (const name of KEPT) {
    const from = join(dataDir, name)
    if (!existsSync(from)) continue
    // A file that disappears while it is copied is no longer referred to.
    const filter = (source: string) => existsSync(source) && !source.endsWith('.tmp')
    await cp(from, join(folder, name), { recursive: true, force: false, filter })
  }
}

function countFiles(path: string): number {
  if (!existsSync(path)) return 0
  if (!statSync(path).isDirectory()) return 1
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}
