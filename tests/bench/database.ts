import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { startPostgres } from '#tests/support/databases/postgres.ts'

/** BENCH_DATABASE limits the bench to one database. */
const onlySchema = z.optional(z.enum(['sqlite', 'postgres']))

/** Runs a bench on a fresh SQLite file, then on a PostgreSQL server started for it. */
export async function onBoth(
  run: (where: {
    name: string
    url: string
    dataDir: string
    isPostgres: boolean
  }) => Promise<void>,
): Promise<void> {
  const only = onlySchema.parse(process.env['BENCH_DATABASE'])
  if (only !== 'postgres') {
    await inFolder((dataDir) => {
      const url = join(dataDir, 'shop.db')
      return run({ name: 'SQLite', url, dataDir, isPostgres: false })
    })
  }
  if (only === 'sqlite') return
  const postgres = await startPostgres({ isSafe: true })
  try {
    const name = `bench_${randomUUID().replaceAll('-', '')}`
    const client = new pg.Client({ connectionString: `${postgres.url}postgres` })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = postgres.url + name
    await inFolder((dataDir) => run({ name: 'PostgreSQL', url, dataDir, isPostgres: true }))
  } finally {
    await postgres.stop()
  }
}

async function inFolder(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  try {
    await run(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Opens a database and migrates it. */
export async function openMigrated(url: string) {
  const db = openDatabase(url)
  await migrate(db)
  return db
}
