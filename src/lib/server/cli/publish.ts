import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { turnSales } from '#lib/server/sales/turn.ts'
import { turnBanners } from '#lib/server/sales/turn-banners.ts'
import type { Published } from '#lib/server/publish/write-site.ts'
import type { Call, ExitCode } from './call.ts'
import { paint, ProgressBar } from './terminal.ts'

/** Starting the workers takes as long as rendering some dozens of pages here. */
const INLINE_UP_TO = 100

/** `shop publish [--all]`: renders what is stale, or everything. */
export async function publish(call: Call): Promise<ExitCode> {
  const { settings, flags, terminal } = call
  await call.build()
  const db = openDatabase(settings.databaseUrl)
  try {
    await migrate(db)
    await turnSales(db)
    await turnBanners(db)
    const { failed, ...counts } = await publishWith(call, db, flags.all)
    const { rendered, written, unchanged, removed, seconds } = counts
    for (const reason of failed) terminal.err(`${paint(terminal, 'red', reason)}\n`)
    if (flags.json) {
      terminal.out(`${JSON.stringify({ rendered, written, unchanged, removed, seconds })}\n`)
    } else {
      const pages = `${rendered} pages rendered: ${written} written, ${unchanged} unchanged, ${removed} removed`
      terminal.out(`${pages} (${seconds.toFixed(1)} s).\n`)
    }
    return failed.length > 0 ? 1 : 0
  } finally {
    await db.destroy()
  }
}

/** Publishes with a progress bar. */
export async function publishWith(
  call: Call,
  db: Kysely<Database>,
  isAll: boolean,
): Promise<Published> {
  const { settings, terminal } = call
  if (!existsSync(join(process.cwd(), 'dist/.build-stamp'))) await call.build()
  const { openPublisher } = await import('#lib/server/publish/publisher.ts')
  const bar = new ProgressBar(terminal)
  const onProgress = (done: number, total: number) =>
    bar.show(`Publishing: ${done} of ${total} pages`, done / total)
  const publisher = openPublisher(settings, db, { inlineUpTo: INLINE_UP_TO, onProgress })
  try {
    return await (isAll ? publisher.publishAll() : publisher.publishPending())
  } finally {
    bar.clear()
    await publisher.close()
  }
}
