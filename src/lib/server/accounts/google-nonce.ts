import { createHash, randomBytes } from 'node:crypto'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import { readCookies } from '#lib/server/http/cookies.ts'
import { serverCookie } from '#lib/server/http/set-cookie.ts'
import type { Accounts } from './accounts.ts'

/** The cookie that holds the nonce's secret; scripts cannot read it (A33). */
const COOKIE = 'google'
const KEEP_S = 3600

/**
 * The nonce for a sign-in page's popup: a hash of this browser's HttpOnly cookie, so that the resulting token
 * is valid in this browser only. @returns the cookie too, whose time starts anew, so that the sign-in page
 * does not expire while somebody looks at it
 */
export function offerNonce(request: Request): { nonce: string; cookie: string } {
  const secret = secretOf(request) ?? randomBytes(32).toString('base64url')
  const cookie = serverCookie({ name: COOKIE, value: secret, maxAgeS: KEEP_S })
  return { nonce: nonceOf(secret), cookie }
}

/** The nonce that this browser was given, if any. */
export function nonceFor(request: Request): string | undefined {
  const secret = secretOf(request)
  return secret === undefined ? undefined : nonceOf(secret)
}

/** The Set-Cookie that deletes the nonce. */
export const NO_NONCE = serverCookie({ name: COOKIE, value: '', maxAgeS: 0 })

/** Marks a nonce as used: a token seen before does not sign in again. @returns whether it was unused */
export async function useNonce({ db, sign }: Accounts, nonce: string): Promise<boolean> {
  const now = new Date()
  const use = db
    .insertInto('verification')
    .values({
      id: sign('nonce', nonce),
      identifier: 'google-nonce',
      value: '',
      // Longer than the hour for which a token is accepted.
      expires_at: new Date(now.getTime() + 2 * KEEP_S * 1000),
      ...{ created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
  return (await retryWhileLocked(() => use.executeTakeFirst())) !== undefined
}

function secretOf(request: Request): string | undefined {
  const value = readCookies(request.headers.get('cookie') ?? undefined).get(COOKIE)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

const nonceOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
