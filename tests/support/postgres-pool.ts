import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { startPostgres } from './postgres.ts'

const TEMPLATE = 'kirana_template'
/** Copies that are made before anybody asks. */
const AHEAD = 4

/**
 * Databases of tests, on a PostgreSQL that starts when the first is asked for. Each is a copy of one
 * that was migrated once; copies are made ahead, and dropped while nobody waits for it.
 */
export class PostgresPool {
  #opening: ReturnType<typeof open> | undefined
  #made: Promise<string>[] = []

  /** The address of a fresh, migrated database. */
  async take(): Promise<string> {
    const { url, make } = await (this.#opening ??= open())
    while (this.#made.length <= AHEAD) this.#made.push(makeCopy(make))
    return url + (await this.#made.shift())
  }

  /** Drops a database that a test has done with, behind the others that wait for it. */
  async giveBack(url: string): Promise<void> {
    const { drop } = await (this.#opening ??= open())
    const name = pg.escapeIdentifier(new URL(url).pathname.slice(1))
    // What is not dropped when the run ends goes with its folder.
    void drop(`drop database ${name} with (force)`).catch(() => {})
  }

  async close(): Promise<void> {
    if (!this.#opening) return
    const { stop } = await this.#opening
    await Promise.allSettled(this.#made)
    await stop()
  }
}

async function open() {
  const { url, stop } = await startPostgres({ isSafe: false })
  const connect = async () => {
    const client = new pg.Client({ connectionString: `${url}postgres` })
    // The server's end is the end of the run.
    client.on('error', () => {})
    await client.connect()
    let last: Promise<unknown> = Promise.resolve()
    return (command: string) => (last = last.catch(() => {}).then(() => client.query(command)))
  }
  const make = await connect()
  await make(`create database ${TEMPLATE}`)
  const db = openDatabase(url + TEMPLATE)
  await migrate(db)
  await db.destroy()
  return { url, stop, make, drop: await connect() }
}

async function makeCopy(make: (command: string) => Promise<unknown>): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await make(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return name
}
