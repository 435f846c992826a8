import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, inject } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** A fresh, migrated database for one test; `await using` closes and removes it. */
export type TestDatabase = AsyncDisposable & {
  db: Db
  /** As in DATABASE_URL. */
  url: string
  /** An empty DATA_DIR for it. */
  dataDir: string
}

/** Runs the tests once on SQLite and once on PostgreSQL; `open` makes a database for one test. */
export function forEachDatabase(define: (open: () => Promise<TestDatabase>) => void): void {
  describe('on SQLite', () => define(openSqlite))
  describe('on PostgreSQL', () => define(openPostgres))
}

/** Copies the run's SQLite template. */
export async function openSqlite(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-'))
  const url = join(dataDir, 'shop.db')
  copyFileSync(inject('sqliteTemplate'), url)
  const db = openDatabase(url)
  return {
    db,
    url,
    dataDir,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Takes a database from the run's PostgreSQL pool. */
export async function openPostgres(): Promise<TestDatabase> {
  const door = inject('postgresDoor')
  const asked = await fetch(door, { method: 'POST' })
  const url = await asked.text()
  if (!asked.ok) throw new Error(`No PostgreSQL: ${url}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-'))
  const db = openDatabase(url)
  return {
    db,
    url,
    dataDir,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await fetch(door, { method: 'DELETE', body: url })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
