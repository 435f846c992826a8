import { HOST } from '#lib/browser/host-cookie.ts'

/** The location that filters nothing. */
export const EVERYWHERE = 'All'

/** How many characters of a location the header shows. */
const LABEL_LENGTH = 15

/** A location's label in the header: cut to 15 characters plus an ellipsis. */
export function locationLabel(location: string): string {
  return location.length > LABEL_LENGTH ? `${location.slice(0, LABEL_LENGTH)}...` : location
}

/** The cookie that tells the server the chosen location, for a year. */
export function locationCookie(location: string): string {
  return `location=${encodeURIComponent(location)}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** Reads the location from a browser's cookies. */
export function readLocationCookie(cookies: string, isHttps: boolean): string {
  const name = `${isHttps ? HOST : ''}location=`
  const own = cookies.split('; ').find((cookie) => cookie.startsWith(name))
  const value = own?.slice(name.length) || EVERYWHERE
  try {
    return decodeURIComponent(value)
  } catch {
    return EVERYWHERE
  }
}
