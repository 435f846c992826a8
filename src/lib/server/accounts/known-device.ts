import { readCookies } from '#lib/server/http/cookies.ts'
import { ownName, serverCookie } from '#lib/server/http/set-cookie.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { Accounts } from './accounts.ts'
import { newId } from './new-id.ts'

const KEPT_S = 365 * 24 * 3600

type Signer = Pick<Accounts, 'settings' | 'sign'>

const isHttps = ({ settings }: Pick<Signer, 'settings'>): boolean =>
  settings.publicUrl.protocol === 'https:'

/** Holds for one password only: whoever knew a former one keeps no count of tries of their own (A24). */
const markOf = ({ sign }: Signer, email: string, id: string, hash: string): string =>
  sign('device', `${email} ${id} ${hash}`)

/**
 * The id of this browser, if somebody has signed in to this account on it with the password that it has now:
 * guesses made elsewhere do not lock it out (H10a). It grants no access by itself.
 * @param hash of the password, or empty for an account that nobody can sign in to
 */
export function knownDevice(
  signer: Signer,
  { email, hash }: { email: string; hash: string },
  headers: Headers,
): string | undefined {
  const cookies = readCookies(headers.get('cookie') ?? undefined)
  const value = cookies.get(ownName('device', isHttps(signer))) ?? ''
  const at = value.indexOf('.')
  const [id, mark] = [value.slice(0, at), value.slice(at + 1)]
  return at > 0 && isEqual(mark, markOf(signer, email, id, hash)) ? id : undefined
}

/** The Set-Cookie by which this browser is recognised until the password changes. */
export function deviceCookie(signer: Signer, email: string, hash: string): string {
  const id = newId()
  const value = `${id}.${markOf(signer, email, id, hash)}`
  return serverCookie({ name: 'device', value, maxAgeS: KEPT_S, isHttps: isHttps(signer) })
}
