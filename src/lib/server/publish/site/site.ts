import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPostgres, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { LeaseLost } from './lease.ts'

/**
 * Names the folder DATA_DIR/site in the database. An SQLite file lies beside its folder; servers on one
 * PostgreSQL have a folder each, named by a file in DATA_DIR. The name holds for that very file: a copy of all
 * data, e.g. for a second server, gets a new one, or each would undo the other's pages.
 */
export function siteIdOf({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string
  dataDir: string
}): string {
  if (!isPostgres(databaseUrl)) return 'local'
  const file = join(dataDir, 'site-id')
  if (!existsSync(file)) writeFileSync(file, '')
  // A copy on another disk may have the same inode number, but was made at another moment.
  const { ino, birthtimeNs } = statSync(file, { bigint: true })
  const own = `${ino}-${birthtimeNs}`
  const [id = '', known] = readFileSync(file, 'utf8').trim().split(' ')
  if (id !== '' && known === own) return id
  // Older releases wrote the name alone, or with the inode number.
  const isOurs = id !== '' && (known === undefined || known === String(ino))
  const name = isOurs ? id : randomUUID()
  writeFileSync(file, `${name} ${own}`)
  return name
}

/** The record of a published folder; a new one, with nothing published, where there is none. */
export async function findSite(db: Db, id: string) {
  const find = () => db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst()
  const known = await find()
  if (known) return known
  const fresh = { id, build: '', version: 0, lease_owner: null, lease_until: 0 }
  const make = db
    .insertInto('site')
    .values(fresh)
    .onConflict((oc) => oc.doNothing())
  await retryWhileLocked(() => make.execute())
  const made = await find()
  if (!made) throw new Error(`The site ${id} was removed while it was being made`)
  return made
}

/**
 * Records that everything up to `version` is live.
 * @throws {LeaseLost} when `owner` no longer holds the lease: then others decide what is live
 */
export async function setSite(
  db: Db,
  { id, owner }: { id: string; owner: string },
  live: { build: string; version: number },
): Promise<void> {
  const record = db
    .updateTable('site')
    .set(live)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
  const { numUpdatedRows } = await retryWhileLocked(() => record.executeTakeFirst())
  if (numUpdatedRows === 0n) throw new LeaseLost(`The site ${id} is published by another process`)
}
