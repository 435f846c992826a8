import type { Db } from '#lib/server/database/schema.ts'
import { isBannerShown } from '#lib/server/import/apply/apply-banners.ts'
import { turnOnce } from './turn-once.ts'

/**
 * Shows or hides each banner according to its times.
 * @returns how many changed
 */
export const turnBanners = (db: Db, now = Date.now()): Promise<number> =>
  turnOnce(
    db,
    {
      due: dueBanners,
      change: async (trx, banners) => {
        for (const { position, is_shown } of banners) {
          const banner = trx.updateTable('banner').set({ is_shown: 1 - is_shown })
          await banner.where('position', '=', position).execute()
        }
        return new Set(['banners'])
      },
    },
    now,
  )

async function dueBanners(db: Db, now: number) {
  const rows = await db
    .selectFrom('banner')
    .select(['position', 'shown_from', 'shown_until', 'is_shown'])
    .where((eb) => eb.or([eb('shown_from', 'is not', null), eb('shown_until', 'is not', null)]))
    .execute()
  return rows.filter((row) => row.is_shown !== Number(isBannerShown(row, now)))
}
