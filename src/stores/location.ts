import { persistentAtom } from '@nanostores/persistent'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import { EVERYWHERE, locationCookie, readLocationCookie } from '#lib/catalogue/location.ts'

/** Country to deliver to: a name, or 'All'. */
export const $location = persistentAtom<string>('location', EVERYWHERE)

// The server reads the cookie, which without JavaScript a form sets.
const isHttps = () => location.protocol === 'https:'
$location.set(readLocationCookie(document.cookie, isHttps()))

/** Stores the choice in this browser, and in the cookie that the server renders by. */
export function chooseLocation(country: string): void {
  $location.set(country)
  document.cookie = hostCookie(locationCookie(country), isHttps())
}
