import { inTransaction } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Readiness } from '#lib/server/http/health.ts'
import { findSite, siteIdOf } from '#lib/server/publish/site/site.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { probeFolder } from '#lib/server/settings/start-checks.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

/** More frequent questions get the same answer. */
const KEEP_MS = 1000

/**
 * Checks whether database and data folder can be written, and how far the published pages lag behind the
 * catalogue (F35, F41).
 */
export function watchReadiness(settings: Settings, db: Db): () => Promise<Readiness> {
  let last: { at: number; readiness: Promise<Readiness> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > KEEP_MS) last = { at: now, readiness: look(settings, db) }
    return last.readiness
  }
}

async function look(settings: Settings, db: Db): Promise<Readiness> {
  try {
    await tryToWrite(db)
  } catch {
    return { reason: serverAnswers.databaseReadOnly, lagMs: 0 }
  }
  try {
    probeFolder(settings.dataDir)
  } catch {
    return { reason: serverAnswers.folderReadOnly, lagMs: 0 }
  }
  const site = await findSite(db, siteIdOf(settings))
  if (site.build === '') return { reason: serverAnswers.notPublished, lagMs: 0 }
  return { lagMs: await lagOf(db, site.version) }
}

/** Tries a write and rolls it back. */
async function tryToWrite(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.updateTable('catalogue_version').set({ version: -1 }).execute()
    return { ok: false, error: 'undone' }
  })
}

/** The age in ms of the oldest change that is not published yet. */
async function lagOf(db: Db, published: number): Promise<number> {
  const oldest = await db
    .selectFrom('catalogue_change')
    .select((eb) => eb.fn.min('created_at').as('created_at'))
    .where('version', '>', published)
    .executeTakeFirst()
  const since = oldest?.created_at
  return since === null || since === undefined ? 0 : Math.max(0, Date.now() - Number(since))
}
