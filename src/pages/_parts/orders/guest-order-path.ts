import type { APIContext } from 'astro'
import { latestTrack, trackPath } from '#lib/server/orders/guest-orders.ts'
import { findShopper } from '#lib/server/shopper/guests/shopper.ts'

/**
 * Where a guest finds what they bought: the checkout while an attempt is open, else the tracking
 * page of their last order.
 * @returns undefined for a shopper who is signed in or has bought nothing
 */
export async function guestOrderPath(
  page: Pick<APIContext, 'locals' | 'request'>,
): Promise<string | undefined> {
  const shopper = await findShopper(page)
  if (!shopper?.isGuest || shopper.id === '') return undefined
  const { db } = page.locals
  const open = await db
    .selectFrom('attempt')
    .select('id')
    .where('user_id', '=', shopper.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (open) return '/checkout'
  const track = await latestTrack(db, shopper.id)
  return track === undefined ? undefined : trackPath(track)
}
