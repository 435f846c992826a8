import { hostCookie } from '#lib/browser/host-cookie.ts'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import { type Place, placeCookie, storePlace } from '#lib/checkout/place.ts'
import { chooseLocation } from './location.ts'

/**
 * Stores what the server answered about a place in this browser, and its PIN code in a cookie, by
 * which header, product, cart and checkout go.
 */
export function choosePlace(place: Place): void {
  document.cookie = hostCookie(placeCookie(place.pin), location.protocol === 'https:')
  storePlace(place)
  // A chosen country changes which pages are shown; a PIN code does not.
  if (document.cookie.includes('location=')) chooseLocation(EVERYWHERE)
}
