import type { Trx } from '#lib/server/database/schema.ts'
import { type ChangeLog, compileLog } from './change-log.ts'
import type { Prepared } from './prepare.ts'
import { compileQuickly, findStale, logOf, type QuickChange } from './quick-writes.ts'

/** Writes the prepared new products, and their changes to the history. */
export async function writeFresh(
  trx: Trx,
  { fresh, writes }: Prepared,
  log: ChangeLog,
): Promise<void> {
  for (const query of writes.fresh) await trx.executeQuery(query)
  log.adopt(fresh.log.changes, writes.freshLog)
}

/**
 * Writes the prepared changes, and logs them in the history.
 * @returns what was written, and what was not because the product was changed meanwhile: that has to be decided
 * again
 */
export async function writeQuick(
  trx: Trx,
  { quick, writes, now }: Prepared,
  log: ChangeLog,
): Promise<{ written: QuickChange[]; stale: QuickChange[] }> {
  const changes = [...quick.values()]
  const stale = await findStale(trx, changes)
  const written = changes.filter(({ id }) => !stale.has(id))
  const queries = stale.size === 0 ? writes.quick : compileQuickly(trx, written, now)
  for (const query of queries) await trx.executeQuery(query)
  const logs = stale.size === 0 ? writes.quickLog : compileLog(trx, logOf(written))
  log.adopt(logOf(written), logs)
  return { written, stale: changes.filter(({ id }) => stale.has(id)) }
}
