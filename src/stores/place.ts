import { persistentAtom } from '@nanostores/persistent'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import { decodePlace, type Place, PLACE_KEY, placeCookie } from '#lib/checkout/place.ts'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import { chooseLocation } from './location.ts'

/** Where to deliver, as last answered by the server. */
export const $place = persistentAtom<Place | undefined>(PLACE_KEY, undefined, {
  encode: JSON.stringify,
  decode: decodePlace,
})

/**
 * Stores the place in this browser, and its PIN code in a cookie with which cart and checkout
 * start.
 */
export function choosePlace(place: Place): void {
  $place.set(place)
  document.cookie = hostCookie(placeCookie(place.pin), location.protocol === 'https:')
  // A chosen country changes which pages are shown; a PIN code does not.
  if (document.cookie.includes('location=')) chooseLocation(EVERYWHERE)
}
