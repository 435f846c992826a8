import { parseCookie } from 'cookie'
import * as z from 'zod/mini'
import type { Flash } from '#lib/browser/flash.ts'
import { HOST } from '#lib/browser/host-cookie.ts'
import { serverCookie } from './set-cookie.ts'

/** The cookies of a request by name; the first one if a name is doubled. */
export function readCookies(header: string | undefined): Map<string, string> {
  if (!header) return new Map()
  const found = parseCookie(header, { decode: (value) => value })
  return new Map(Object.entries(found).map(([name, value = '']) => [name, value]))
}

/** Cookies whose `__Host-` prefix is stripped when they are read; all our other cookies are read by their full name. */
const PLAIN = new Set(['asked', 'flash', 'form', 'google', 'location', 'place'])

/**
 * The part of a Cookie header that is ours. Behind https a cookie without the `__Host-` prefix may have been
 * planted by a sibling domain, so it is dropped; the cookies in `PLAIN` get their plain name back (H9).
 */
export function ownCookies(header: string | undefined, isHttps: boolean): string | undefined {
  if (!isHttps || header === undefined) return header
  const own = header.split(';').flatMap((part) => {
    const cookie = part.trim()
    if (!cookie.startsWith(HOST)) return []
    const plain = cookie.slice(HOST.length)
    return PLAIN.has(plain.slice(0, plain.indexOf('='))) ? [plain] : [cookie]
  })
  return own.join('; ')
}

/** Cookies that may make a page differ from its published file; tested on every request with a cookie. */
export const MAKES_OWN_PAGE = /(?:^|;)\s*(?:__Host-)?(?:flash|location)=/

/** Whether the request has the cookie of a guest's cart (guest-cookie.ts), with or without prefix. */
export const hasGuest = (cookies: ReadonlyMap<string, string>): boolean =>
  cookies.has('guest') || cookies.has(`${HOST}guest`)

/** Whether the request has a session cookie of the auth library, with any prefix (H9). */
export const hasSession = (cookies: ReadonlyMap<string, string>): boolean =>
  sessionToken(cookies) !== undefined

/** The session's token as the database stores it; in the cookie its signature follows after a dot. */
export function sessionToken(cookies: ReadonlyMap<string, string>): string | undefined {
  const name = cookies.keys().find((one) => one.endsWith('session_token'))
  return name === undefined ? undefined : cookies.get(name)?.split('.')[0]
}

const flashSchema = z.strictObject({
  msg: z.string().check(z.minLength(1), z.maxLength(1000)),
  error: z.boolean(),
  code: z.optional(z.literal('placed')),
  isBeside: z.optional(z.boolean()),
})

/** The longest message cookie that is read; a longer one is not ours. */
const MAX_FLASH = 2048

/** The message that the last form left, to be shown once. */
export function readFlash(cookies: ReadonlyMap<string, string>): Flash | undefined {
  const value = cookies.get('flash')
  if (!value || value.length > MAX_FLASH) return undefined
  try {
    const json: unknown = JSON.parse(Buffer.from(value, 'base64url').toString())
    const parsed = flashSchema.safeParse(json)
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const encode = (flash: Flash) => Buffer.from(JSON.stringify(flash)).toString('base64url')

/** The Set-Cookie that carries a message to the next page; a message that is too long is shortened. */
export function flashCookie({ msg, ...how }: Flash): string {
  const fits = (text: string) =>
    flashSchema.safeParse({ msg: text, ...how }).success &&
    encode({ msg: text, ...how }).length <= MAX_FLASH
  const value = encode({ msg: shorten(msg, fits), ...how })
  return serverCookie({ name: 'flash', value, maxAgeS: 60 })
}

/** As many lines of a text as fit, and the count of the rest; of a single long line, its beginning. */
function shorten(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const lines = text.split('\n')
  const [, counted] = /^… and (\d+) more\.?$/.exec(lines.at(-1) ?? '') ?? []
  if (counted !== undefined) lines.pop()
  const total = lines.length + Number(counted ?? 0)
  for (let count = lines.length - 1; count > 0; count--) {
    const some = [...lines.slice(0, count), `… and ${total - count} more`].join('\n')
    if (fits(some)) return some
  }
  const signs = [...(lines[0] ?? '')]
  while (signs.length > 0 && !fits(`${signs.join('')}…`))
    signs.length = Math.floor(signs.length * 0.9)
  return `${signs.join('')}…`
}

/** The Set-Cookie that deletes a message once it has been shown. */
export const NO_FLASH = serverCookie({ name: 'flash', value: '', maxAgeS: 0 })

/** The chosen country; 'All' if none is chosen or its name is unknown. */
export function readLocation(
  cookies: ReadonlyMap<string, string>,
  isCountry: (name: string) => boolean,
): string {
  const value = cookies.get('location')
  if (!value || value.length > 200) return 'All'
  try {
    const name = decodeURIComponent(value)
    return isCountry(name) ? name : 'All'
  } catch {
    return 'All'
  }
}
