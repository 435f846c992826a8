import { createHash, randomBytes } from 'node:crypto'
import { readCookies } from '#lib/server/http/cookies.ts'
import { ownName, serverCookie } from '#lib/server/http/set-cookie.ts'
import type { Settings } from '#lib/server/settings/settings.ts'

/** How long a cart waits for somebody without an account, from the last time they changed it. */
export const GUEST_KEPT_MS = 90 * 24 * 3600_000

type Address = Pick<Settings, 'publicUrl'>

const isHttps = ({ publicUrl }: Address): boolean => publicUrl.protocol === 'https:'

const cookieOf = (settings: Address, value: string, maxAgeS: number): string =>
  serverCookie({ name: 'guest', value, maxAgeS, isHttps: isHttps(settings) })

/** 256 random bits: whoever has them has the cart. */
export const newGuestToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token: a database that is read by others opens no cart. */
export const hashGuestToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** The token of a request, if it could be one of ours. */
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

/** The Set-Cookie that forgets it. */
export const noGuestCookie = (settings: Address): string => cookieOf(settings, '', 0)
