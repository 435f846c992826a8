import { HOST } from '#lib/browser/host-cookie.ts'

/** The location that leaves nothing out. */
export const EVERYWHERE = 'All'

/** Characters of a location that the header shows. */
const LABEL_LENGTH = 15

/** A location as the header names it: cut to 15 characters and an ellipsis. */
export function locationLabel(location: string): string {
  return location.length > LABEL_LENGTH ? `${location.slice(0, LABEL_LENGTH)}...` : location
}

/** The cookie by which the server knows the chosen location, for a year. */
export function locationCookie(location: string): string {
  return `location=${encodeURIComponent(location)}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** The location in a browser's cookies. */
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
