import { readCookies } from '#lib/server/http/cookies.ts'
import { ownName, serverCookie } from '#lib/server/http/set-cookie.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Accounts } from './accounts.ts'
import { findPassword } from './set-password.ts'

// A code proves who reads a mailbox, not who chose the account's password: anybody can sign up with somebody
// else's address. So the browser that chose the password keeps a proof of that (T19).

/** Longer than anybody takes to enter a code. */
const KEPT_S = 24 * 3600

type Signer = Pick<Accounts, 'settings' | 'sign'>

/**
 * The Set-Cookie of a browser that has just chosen or entered a password; it grants no access. After a
 * sign-up for an existing account it proves a password that the account does not have (A25).
 */
export function proofCookie({ settings, sign }: Signer, email: string, hash: string): string {
  const value = proofOf(sign, email, hash)
  return serverCookie({ name: 'chosen', value, maxAgeS: KEPT_S, isHttps: isHttps(settings) })
}

/** Whether a Cookie header proves that the password with this hash was chosen or entered in this browser. */
function hasProof(
  { settings, sign }: Signer,
  cookieHeader: string | null,
  email: string,
  hash: string,
): boolean {
  const cookies = readCookies(cookieHeader ?? undefined)
  const given = cookies.get(ownName('chosen', isHttps(settings)))
  return given !== undefined && isEqual(given, proofOf(sign, email, hash))
}

/** What the browser that presents a mailed code or link brings along. */
export type ClaimCall = { cookies: string | null; signedInId: string | undefined }

/** Whether the browser belongs to whoever chose the password: it is signed in to the account or has the proof. */
export async function isPasswordOwner(
  trx: Trx,
  signer: Signer,
  { userId, email }: { userId: string; email: string },
  { cookies, signedInId }: ClaimCall,
): Promise<boolean> {
  if (signedInId === userId) return true
  const password = await findPassword(trx, email)
  return password !== undefined && hasProof(signer, cookies, email, password)
}

const isHttps = ({ publicUrl }: Signer['settings']): boolean => publicUrl.protocol === 'https:'

const proofOf = (sign: Accounts['sign'], email: string, hash: string): string =>
  sign('chosen password', `${email} ${hash}`)
