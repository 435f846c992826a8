import { existsSync } from 'node:fs'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { requireUtf8 } from '#lib/server/database/encoding.ts'
import { isMigrated, migrate } from '#lib/server/database/migrations.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { hasServer } from '#lib/server/settings/running.ts'
import { findMove } from '#lib/server/settings/shop-move.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { formatMoment } from '#lib/dates.ts'
import type { Call } from './call.ts'
import { paint } from './terminal.ts'
import { UsageError } from './verb.ts'

type Asks = Pick<Call, 'settings' | 'flags' | 'terminal'>

/**
 * Works with the shop's database, after migrating it.
 * @throws UsageError if there is no shop and `--new` is not given
 */
export async function withDatabase<Value>(
  call: Asks,
  work: (db: Db) => Promise<Value>,
): Promise<Value> {
  await requireShop(call)
  const db = openDatabase(call.settings.databaseUrl)
  try {
    if (call.flags.isNew) await requireUtf8(db)
    await migrateShop(call.settings, db)
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Migrates the shop's database, but not under a server of an older release: its queries would fail.
 * @throws if such a server runs on this machine
 */
export async function migrateShop({ dataDir }: Settings, db: Db): Promise<void> {
  if (hasServer(dataDir) && !(await isMigrated(db))) throw new Error(OLDER_SERVER)
  await migrate(db)
}

const OLDER_SERVER =
  'The running shop is of an older release than this command, which would change its database. Restart the shop with this release, or use the command of the other.'

/**
 * Checks that there is a shop; notes if it has moved to another database.
 * @throws UsageError if there is no shop and `--new` is not given
 */
export async function requireShop({ settings, flags, terminal }: Asks): Promise<void> {
  if (!flags.isNew && !(await hasShop(settings))) {
    const place = isPostgres(settings.databaseUrl)
      ? 'The database of DATABASE_URL has no shop.'
      : `There is no shop in ${settings.dataDir}. Set DATA_DIR to the folder of your shop.`
    throw new UsageError(`${place} With --new the command makes one there.`)
  }
  const move = findMove(settings)
  if (!move) return
  const note = `The shop was moved to ${move.to} on ${formatMoment(move.at)}; this is the old database. Set DATABASE_URL to the new one.`
  terminal.err(`${paint(terminal, 'yellow', 'Note')}: ${note}\n`)
}

async function hasShop({ databaseUrl }: Settings): Promise<boolean> {
  if (!isPostgres(databaseUrl)) return existsSync(databaseUrl)
  const db = openDatabase(databaseUrl)
  try {
    const tables = await db.introspection.getTables()
    return tables.some(({ name }) => name === 'catalogue_version')
  } finally {
    await db.destroy()
  }
}
