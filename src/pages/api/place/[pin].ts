import { placeTexts } from '#lib/texts/browser/place.ts'
import { findPlace } from '#lib/server/orders/place.ts'
import { type Context, refuse, reply } from '#pages/api/_reply.ts'

/** The delivery list rarely changes, and the checkout reads it afresh. */
const KEPT = { 'cache-control': 'public, max-age=300' }

/** GET /api/place/{pin}: city and state of a PIN code, and whether and when the shop delivers there. */
export async function GET({ locals, params }: Context): Promise<Response> {
  const place = await findPlace(locals.db, params['pin'] ?? '')
  return place ? reply(place, 200, KEPT) : refuse(400, placeTexts.malformed)
}
