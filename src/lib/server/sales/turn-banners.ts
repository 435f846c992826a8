import type { Kysely } from 'kysely'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { isBannerShown } from '#lib/server/import/apply/apply-banners.ts'
import { waitForOthers } from '#lib/server/import/apply/history.ts'

/**
 * Shows or hides each banner according to its times, also those that fell due while no server ran.
 * @returns how many changed
 */
export async function turnBanners(db: Kysely<Database>, now = Date.now()): Promise<number> {
  if ((await dueBanners(db, now)).length === 0) return 0
  let turned = 0
  await inTransaction(db, async (trx) => {
    await waitForOthers(trx)
    // Another server may have done it already.
    const due = await dueBanners(trx, now)
    turned = due.length
    for (const { position, is_shown } of due) {
      const change = trx.updateTable('banner').set({ is_shown: 1 - is_shown })
      await change.where('position', '=', position).execute()
    }
    if (turned > 0) await announceChange(trx, new Set(['banners']), now)
    return { ok: true, value: undefined }
  })
  return turned
}

async function dueBanners(db: Db, now: number) {
  const rows = await db
    .selectFrom('banner')
    .select(['position', 'shown_from', 'shown_until', 'is_shown'])
    .where((eb) => eb.or([eb('shown_from', 'is not', null), eb('shown_until', 'is not', null)]))
    .execute()
  return rows.filter((row) => row.is_shown !== Number(isBannerShown(row, now)))
}
