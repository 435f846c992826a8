import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { startPostgres } from './postgres.ts'
import { emptied, markChangesOfTables, readFresh } from './used-postgres.ts'

const TEMPLATE = 'kirana_template'
/** Databases there are before anybody gives one back. */
const AHEAD = 3

/**
 * Databases of tests, on a PostgreSQL that starts when the first is asked for. Each is a copy of one that
 * was migrated once. What a test gives back is emptied for the next, as that takes a fortieth of the
 * processor's time of a copy; only where a test changed tables or left somebody connected a copy takes
 * its place.
 */
export class PostgresPool {
  #opening: ReturnType<typeof open> | undefined
  /** Those to come: each is being copied or emptied. */
  #ready: Promise<string>[] = []

  /** The address of a fresh, migrated database. */
  async take(): Promise<string> {
    const { url, copy } = await (this.#opening ??= this.#open())
    return url + (await (this.#ready.shift() ?? copy()))
  }

  /** Takes back a database that a test has done with. */
  async giveBack(address: string): Promise<void> {
    const { fresh, copy, drop } = await (this.#opening ??= this.#open())
    const name = new URL(address).pathname.slice(1)
    const next = emptied(address, fresh).then((isEmptied) => {
      if (isEmptied) return name
      // What is not dropped when the run ends goes with its folder.
      void drop(name).catch(() => {})
      return copy()
    })
    // Whoever takes it is told.
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
