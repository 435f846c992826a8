import { sql } from 'kysely'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { FAILED } from './read-index.ts'
import type { Rendered } from '#lib/server/publish/rendered.ts'

/** Rows per statement: their bound values stay well below the limits of both databases. */
const ROWS_PER_STATEMENT = 500

/** Records what the pages read, their fingerprints and what they were made for (`stamp`), in one transaction. */
export async function keepPages(
  db: Db,
  { siteId, stamp }: { siteId: string; stamp: string },
  results: Rendered[],
): Promise<void> {
  // A part is among the results once for each batch of pages that contains it: the last one counts.
  const last = new Map(results.map((result) => [result.path, result])).values()
  const rows = [...last].flatMap((result) => {
    if (result.status === 'gone') return []
    const { path, reads, fingerprint } =
      result.status === 'failed'
        ? { reads: '', ...result, fingerprint: FAILED }
        : { ...result, fingerprint: `${result.fingerprint} ${stamp}` }
    return [{ site_id: siteId, path, reads, fingerprint }]
  })
  await inTransaction(db, async (trx) => {
    for (const some of slices(rows)) {
      await trx
        .insertInto('page')
        .values(some)
        .onConflict((oc) =>
          oc.columns(['site_id', 'path']).doUpdateSet((eb) => ({
            reads: eb.ref('excluded.reads'),
            fingerprint: eb.ref('excluded.fingerprint'),
          })),
        )
        .execute()
    }
    return { ok: true, value: undefined }
  })
}

/** Pages that could not be rendered, for `shop status`. */
export async function failedPages(db: Db, siteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('page')
    .select('path')
    .where('site_id', '=', siteId)
    .where('fingerprint', '=', FAILED)
    .execute()
  return rows.map(({ path }) => path)
}

/** Deletes the records of all pages of a folder, because what lies there is not what was recorded. */
export async function forgetSite(db: Db, siteId: string): Promise<void> {
  const forget = db.deleteFrom('page').where('site_id', '=', siteId)
  await retryWhileLocked(() => forget.execute())
}

/** Has the pages of this stamp count as made for nobody, in one statement however many there are. */
export async function forgetStamp(db: Db, siteId: string, stamp: string): Promise<void> {
  const forget = db
    .updateTable('page')
    .set({ fingerprint: sql`replace(fingerprint, ${` ${stamp}`}, ' ')` })
    .where('site_id', '=', siteId)
    .where('fingerprint', 'like', `% ${stamp}`)
  await retryWhileLocked(() => forget.execute())
}

/** Deletes the records of pages that no longer exist. */
export async function forgetPages(db: Db, siteId: string, paths: string[]): Promise<void> {
  for (const some of slices(paths)) {
    const forget = db.deleteFrom('page').where('site_id', '=', siteId).where('path', 'in', some)
    await retryWhileLocked(() => forget.execute())
  }
}

function* slices<Item>(items: Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += ROWS_PER_STATEMENT) {
    yield items.slice(at, at + ROWS_PER_STATEMENT)
  }
}
