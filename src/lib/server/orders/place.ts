import { isPinCode } from '#lib/checkout/pin-codes.ts'
import { placeOfPin } from '#lib/checkout/pin-places.ts'
import { type Place, PLACE_KEY } from '#lib/checkout/place.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { readCookies } from '#lib/server/http/cookies.ts'
import { whenDelivered, whyNotDelivered } from './delivery.ts'

/** What the shop says about an Indian PIN code; undefined if it is none. */
export async function findPlace(db: Db, pin: string): Promise<Place | undefined> {
  if (!isPinCode(pin)) return undefined
  const { city = '', state = '' } = placeOfPin(pin)
  const delivered = (await whyNotDelivered(db, 'India', pin)) === undefined
  return { pin, city, state, delivered, when: delivered ? await whenDelivered(db, pin) : '' }
}

/** The PIN code chosen in this browser; '' if there is none. */
export function chosenPin(request: Request): string {
  const pin = readCookies(request.headers.get('cookie') ?? undefined).get(PLACE_KEY) ?? ''
  return isPinCode(pin) ? pin : ''
}
