import type { APIContext } from 'astro'
import { latestTrack, trackPath } from '#lib/server/orders/guest-orders.ts'
import { findShopper } from '#lib/server/shopper/guests/shopper.ts'

/**
 * Where somebody without an account finds what they have bought: the page of their last order, or the
 * checkout, which knows what is being paid. Undefined for whoever has neither.
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
