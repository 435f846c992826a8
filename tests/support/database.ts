import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely } from 'kysely'
import pg from 'pg'
import { describe, inject } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { TEMPLATE } from './postgres.ts'

/** A fresh, migrated database of one test; `await using` closes and removes it. */
export type TestDatabase = AsyncDisposable & {
  db: Kysely<Database>
  /** What DATABASE_URL would be. */
  url: string
  /** An empty DATA_DIR that goes with it. */
  dataDir: string
}

/** Runs the tests once on SQLite and once on PostgreSQL; `open` makes a database for one test. */
export function forEachDatabase(define: (open: () => Promise<TestDatabase>) => void): void {
  describe('on SQLite', () => define(openSqlite))
  describe('on PostgreSQL', () => define(openPostgres))
}

export async function openSqlite(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-'))
  const url = join(dataDir, 'shop.db')
  const db = openDatabase(url)
  await migrate(db)
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

export async function openPostgres(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${TEMPLATE}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-'))
  const url = server + name
  const db = openDatabase(url)
  return {
    db,
    url,
    dataDir,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await onServer(server, `drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` })
  await client.connect()
  await client.query(command)
  await client.end()
}
