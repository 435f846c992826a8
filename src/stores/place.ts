import { persistentAtom } from '@nanostores/persistent'
import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import { decodePlace, type Place, PLACE_KEY, placeCookie } from '#lib/checkout/place.ts'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import { chooseLocation } from './location.ts'

const placeSchema = z.object({
  pin: z.string(),
  city: z.string(),
  state: z.string(),
  delivered: z.boolean(),
})

/** Where to deliver, as the shop has last said of it. */
export const $place = persistentAtom<Place | undefined>(PLACE_KEY, undefined, {
  encode: JSON.stringify,
  decode: decodePlace,
})

/** What the shop says of a PIN code; undefined where it does not answer. */
export async function askPlace(pin: string): Promise<Place | undefined> {
  const found = placeSchema.safeParse(await get(`/api/place/${encodeURIComponent(pin)}`))
  return found.success ? found.data : undefined
}

/** Keeps it in this browser, and its PIN code in a cookie, by which cart and checkout start. */
export function choosePlace(place: Place): void {
  $place.set(place)
  document.cookie = hostCookie(placeCookie(place.pin), location.protocol === 'https:')
  // A country makes pages of its own; a PIN code does not.
  if (document.cookie.includes('location=')) chooseLocation(EVERYWHERE)
}
