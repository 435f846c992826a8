import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { countJobs } from '#lib/server/jobs/queue.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { failedPages } from '#lib/server/publish/records.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import { siteIdOf } from '#lib/server/publish/site.ts'
import { probeFolder } from '#lib/server/settings/start-checks.ts'
import type { Call, ExitCode } from './call.ts'

const LAST_IMPORTS = 10

/** `shop status`: counts, last imports, and what waits to be published. */
export async function status({ settings, flags, terminal }: Call): Promise<ExitCode> {
  const db = openDatabase(settings.databaseUrl)
  try {
    await migrate(db)
    const products = await countProducts(db)
    const imports = await lastImports(db)
    const siteId = siteIdOf(settings)
    const live = await db
      .selectFrom('site')
      .select('version')
      .where('id', '=', siteId)
      .executeTakeFirst()
    const unrendered = await failedPages(db, siteId)
    const unpublished = (await latestVersion(db)) - (live?.version ?? 0)
    const jobs = await countJobs(db)
    const queue = unpublished + jobs.waiting
    const { failed } = jobs
    const payments = await listAttention(db)
    const troubles = [...diskTrouble(settings.dataDir), ...unrendered.map(toAttention)]
    if (flags.json) {
      const attention = [...payments, ...troubles]
      terminal.out(`${JSON.stringify({ products, imports, queue, failed, attention })}\n`)
      return 0
    }
    terminal.out(`${products} products on sale, ${unpublished} changes not yet published.\n`)
    terminal.out(`${jobs.waiting} jobs wait or run, ${failed.length} have failed for good.\n`)
    for (const { detail, action } of troubles) {
      terminal.out(`Needs attention: ${detail} ${action}\n`)
    }
    for (const { at, reason, payment, detail, action } of payments) {
      terminal.out(
        `Needs attention since ${at}: ${reason}, payment ${payment}: ${detail} ${action}\n`,
      )
    }
    for (const done of imports) {
      const { added, changed, withdrawn } = done
      terminal.out(
        `Import ${done.import}, ${done.at}, ${done.source}: ${added} added, ${changed} changed, ${withdrawn} withdrawn\n`,
      )
    }
    return 0
  } finally {
    await db.destroy()
  }
}

/** A page that could not be rendered, among the payments that need somebody's attention. */
const toAttention = (path: string) => ({
  reason: 'page',
  detail: `${path} could not be rendered.`,
  action: "It is tried again by itself; the server's log says why.",
})

/** A folder that takes no file: then nothing is published, and shoppers' writes fail (F35). */
function diskTrouble(dataDir: string) {
  try {
    probeFolder(dataDir)
    return []
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    return [
      {
        reason: 'disk',
        detail: `${dataDir} cannot be written${isFull ? ': the disk is full' : ''}.`,
        action: 'Once it can, what waits is published by itself within a minute.',
      },
    ]
  }
}

async function countProducts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('product')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function lastImports(db: Db) {
  const rows = await db
    .selectFrom('catalogue_import')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(LAST_IMPORTS)
    .execute()
  return rows.map(({ id, created_at, ...counts }) => ({
    import: id,
    at: new Date(created_at).toISOString(),
    ...counts,
  }))
}
