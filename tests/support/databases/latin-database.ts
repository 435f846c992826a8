import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openPostgres } from './database.ts'

/**
 * An empty PostgreSQL database that is not made for UTF8, or knows the case of no letters beyond ASCII; `await using`
 * removes it.
 */
export async function openLatin(
  encoding: 'LATIN1' | 'UTF8' = 'LATIN1',
): Promise<AsyncDisposable & { url: string; name: string }> {
  const beside = await openPostgres()
  const name = `latin_${randomUUID().replaceAll('-', '')}`
  const run = async (command: string) => {
    const client = new pg.Client({ connectionString: beside.url })
    await client.connect()
    await client.query(command)
    await client.end()
  }
  await run(`create database ${name} encoding '${encoding}' template template0 locale 'C'`)
  const url = new URL(beside.url)
  url.pathname = `/${name}`
  return {
    ...{ url: url.href, name },
    async [Symbol.asyncDispose]() {
      await run(`drop database ${name} with (force)`)
      await beside[Symbol.asyncDispose]()
    },
  }
}
