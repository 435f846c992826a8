import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS } from '#lib/server/durations.ts'
import { readCookies } from '#lib/server/http/cookies.ts'
import { ownName, serverCookie } from '#lib/server/http/set-cookie.ts'
import type { Settings } from '#lib/server/settings/settings.ts'

/** How long a guest's cart is kept after their last change. */
export const GUEST_KEPT_MS = 90 * DAY_MS

type Address = Pick<Settings, 'publicUrl'>

const isHttps = ({ publicUrl }: Address): boolean => publicUrl.protocol === 'https:'

const cookieOf = (settings: Address, value: string, maxAgeS: number): string =>
  serverCookie({ name: 'guest', value, maxAgeS, isHttps: isHttps(settings) })

/** A new guest token of 256 random bits: whoever has it has the cart. */
export const newGuestToken = (): string => randomBytes(32).toString('base64url')

/** The hash under which a token is stored, so that reading the database does not give access to carts. */
export const hashGuestToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** The guest token of a request, if it has the right form. */
export function readGuestToken(
  settings: Address,
  request: Pick<Request, 'headers'>,
): string | undefined {
  const cookies = readCookies(request.headers.get('cookie') ?? undefined)
  const value = cookies.get(ownName('guest', isHttps(settings)))
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The Set-Cookie that keeps a cart for another 90 days. */
export const guestCookie = (settings: Address, token: string): string =>
  cookieOf(settings, token, GUEST_KEPT_MS / 1000)

/** The Set-Cookie that deletes the guest token. */
export const noGuestCookie = (settings: Address): string => cookieOf(settings, '', 0)
