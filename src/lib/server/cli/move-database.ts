import { counted } from '#lib/texts/counted.ts'
import { isShopOpen } from '#lib/server/backup/open-shop.ts'
import { copyDatabase } from '#lib/server/database/copy-database.ts'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { requireUtf8 } from '#lib/server/database/encoding.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { noteMove } from '#lib/server/settings/shop-move.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { paint, ProgressBar } from './terminal.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'
import { requireShop } from './with-database.ts'

const REFUSALS = {
  notEmpty: 'That database already holds rows. Choose an empty one; nothing was changed.',
  differs: 'The copy differs from the shop, so it was not kept. Please try again.',
}

const OPEN =
  'The shop is open: what it would sell from now on would stay in the old database. Stop it, then move; nothing was changed.'

/** `shop move-database URL`: copies everything into an empty PostgreSQL database, and compares both. */
async function moveDatabase(call: Call): Promise<ExitCode> {
  const { settings, path: url = '', flags, terminal } = call
  if (!isPostgres(url)) {
    throw new UsageError(
      'move-database takes an address such as postgres://user:password@host/shop.',
    )
  }
  await requireShop(call)
  if (isShopOpen(settings)) {
    terminal.err(`${paint(terminal, 'red', OPEN)}\n`)
    return 1
  }
  const [from, to] = [openDatabase(settings.databaseUrl), openDatabase(url)]
  const bar = new ProgressBar(terminal)
  try {
    await requireUtf8(to)
    await migrate(from)
    await migrate(to)
    const moved = await copyDatabase(
      { db: from, url: settings.databaseUrl },
      { db: to, url },
      // The total is not known before the rows are counted.
      (rows) => bar.show(`${counted(rows, 'row')} copied`, 1),
    )
    bar.clear()
    if (!moved.ok) {
      terminal.err(`${paint(terminal, 'red', REFUSALS[moved.error])}\n`)
      return 1
    }
    const rows = moved.value
    noteMove(settings, url)
    if (flags.json) terminal.out(`${JSON.stringify({ rows })}\n`)
    else
      terminal.out(
        `${counted(rows, 'row')} copied, counts and sums agree. Start with DATABASE_URL set to it.\n`,
      )
    return 0
  } finally {
    await from.destroy()
    await to.destroy()
  }
}

export const verb: Verb = {
  usage: 'move-database URL',
  about: "copies the shop's database into an empty PostgreSQL",
  options: {},
  paths: { least: 1, most: 1 },
  run: moveDatabase,
  help: `Usage: ${SHOP_CALL} move-database URL [--json]

Copies everything that the shop's database holds into an empty PostgreSQL, such as
postgres://user:password@host/shop, made with createdb -E UTF8 -T template0, and compares counts and
sums of both. If they differ at all, nothing is kept there. Stop the shop first (in a container:
docs/deploy.md): what it would sell meanwhile stays in the old database. Afterwards start it with
DATABASE_URL set to that address; the old database stays as it was.

${COMMON_HELP}`,
}
