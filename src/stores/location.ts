import { persistentAtom } from '@nanostores/persistent'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import { EVERYWHERE, locationCookie, readLocationCookie } from '#lib/catalogue/location.ts'

/** Where the shopper wants to be delivered: a country's name, or 'All'. */
export const $location = persistentAtom<string>('location', EVERYWHERE)

// The server goes by the cookie, which a form sets where there is no JavaScript.
const isHttps = () => location.protocol === 'https:'
$location.set(readLocationCookie(document.cookie, isHttps()))

/** Keeps the choice in this browser, and in the cookie by which the server renders. */
export function chooseLocation(country: string): void {
  $location.set(country)
  document.cookie = hostCookie(locationCookie(country), isHttps())
}
