import { announceChange } from '#lib/server/catalogue/changes.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { waitForOthers } from '#lib/server/import/apply/history.ts'

type Turn<Row> = {
  /** Finds what has fallen due at the time `now`. */
  due: (db: Db, now: number) => Promise<Row[]>
  /** Changes these rows. @returns the names under which pages read them */
  change: (trx: Trx, rows: Row[]) => Promise<Set<string>>
}

/**
 * Changes all that has fallen due, also while no server ran, and announces it in the same transaction. Without
 * anything due, nothing is locked.
 * @returns how many rows changed
 */
export async function turnOnce<Row>(
  db: Db,
  { due, change }: Turn<Row>,
  now: number,
): Promise<number> {
  if ((await due(db, now)).length === 0) return 0
  let turned = 0
  await inTransaction(db, async (trx) => {
    await waitForOthers(trx)
    // Another server may have done it already.
    const rows = await due(trx, now)
    turned = rows.length
    if (turned > 0) await announceChange(trx, await change(trx, rows), now)
    return { ok: true, value: undefined }
  })
  return turned
}
