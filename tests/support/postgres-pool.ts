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
    const { url, maker } = await (this.#opening ??= open())
    while (this.#made.length <= AHEAD) this.#made.push(makeCopy(maker))
    return url + (await this.#made.shift())
  }

  /** Drops a database that a test has done with, behind the others that wait for it. */
  async giveBack(url: string): Promise<void> {
    const { dropper } = await (this.#opening ??= open())
    const name = dropper.escapeIdentifier(new URL(url).pathname.slice(1))
    // What is not dropped when the run ends goes with its folder.
    void dropper.query(`drop database ${name} with (force)`).catch(() => {})
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
    return client
  }
  const maker = await connect()
  await maker.query(`create database ${TEMPLATE}`)
  const db = openDatabase(url + TEMPLATE)
  await migrate(db)
  await db.destroy()
  return { url, stop, maker, dropper: await connect() }
}

async function makeCopy(maker: pg.Client): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await maker.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return name
}
