import { persistentAtom } from '@nanostores/persistent'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import { EVERYWHERE, locationCookie, readLocationCookie } from '#lib/catalogue/location.ts'

/** Country to deliver to: a name, or 'All'. */
export const $location = persistentAtom<string>('location', EVERYWHERE)

// The server reads the cookie, which without JavaScript a form sets.
const isHttps = () => location.protocol === 'https:'
store(readLocationCookie(document.cookie, isHttps()))

function store(country: string): void {
  try {
    $location.set(country)
  } catch {
    // Where storage is full, the server goes by the cookie.
  }
}

/** Stores the choice in this browser, and in the cookie that the server renders by. */
export function chooseLocation(country: string): void {
  store(country)
  document.cookie = hostCookie(locationCookie(country), isHttps())
}
