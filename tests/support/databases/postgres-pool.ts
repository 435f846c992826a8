import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { startPostgres } from './postgres.ts'
import { emptied, markChangesOfTables, readFresh } from './used-postgres.ts'

const TEMPLATE = 'kirana_template'
/** Databases made in advance, before any is returned. */
const AHEAD = 3

/**
 * Test databases on a PostgreSQL that starts when the first is requested. Each is a copy of one
 * that was migrated once. A returned database is emptied for the next test, which takes a fortieth
 * of the CPU time of a copy; only if a test altered tables or left a connection open is it replaced
 * by a copy.
 */
export class PostgresPool {
  #opening: ReturnType<typeof open> | undefined
  /** Databases being copied or emptied. */
  #ready: Promise<string>[] = []

  /**
   * Takes a fresh, migrated database.
   * @returns its address
   */
  async take(): Promise<string> {
    const { url, copy } = await (this.#opening ??= this.#open())
    return url + (await (this.#ready.shift() ?? copy()))
  }

  /** Returns a database that a test no longer needs. */
  async giveBack(address: string): Promise<void> {
    const { fresh, copy, drop } = await (this.#opening ??= this.#open())
    const name = new URL(address).pathname.slice(1)
    const next = emptied(address, fresh).then((isEmptied) => {
      if (isEmptied) return name
      // If it cannot be dropped, it disappears with the folder at the end of the run.
      void drop(name).catch(() => {})
      return copy()
    })
    // The error is reported to whoever takes it.
    next.catch(() => {})
    this.#ready.push(next)
  }

  async close(): Promise<void> {
    if (!this.#opening) return
    const { stop } = await this.#opening
    await Promise.allSettled(this.#ready)
    await stop()
  }

  async #open() {
    const opened = await open()
    for (let i = 0; i < AHEAD; i += 1) this.#ready.push(opened.copy())
    return opened
  }
}

async function open() {
  const { url, stop } = await startPostgres({ isSafe: false })
  const connect = async () => {
    const client = new pg.Client({ connectionString: `${url}postgres` })
    // The server stops at the end of the run.
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
  const fresh = await readFresh(url + TEMPLATE)
  await markChangesOfTables(url + TEMPLATE)
  const remove = await connect()
  return {
    url,
    fresh,
    stop,
    async copy(): Promise<string> {
      const name = `t_${randomUUID().replaceAll('-', '')}`
      await make(`create database ${name} template ${TEMPLATE} strategy file_copy`)
      return name
    },
    drop: (name: string) => remove(`drop database ${pg.escapeIdentifier(name)} with (force)`),
  }
}
