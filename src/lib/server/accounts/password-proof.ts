import { readCookies } from '#lib/server/http/cookies.ts'
import { ownName, serverCookie } from '#lib/server/http/set-cookie.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Accounts } from './accounts.ts'
import { findPassword } from './set-password.ts'

// A code proves who reads a mail, not who chose the password of its account: anybody can sign up
// with the mail of another. So the browser that chose it keeps a proof of that (T19).

/** Longer than anybody takes to enter a code. */
const KEPT_S = 24 * 3600

type Signer = Pick<Accounts, 'settings' | 'sign'>

/**
 * The Set-Cookie of a browser that has chosen a password, or has just entered it; opens nothing. One
 * whose sign-up was not the first keeps a proof of a password that nobody has (A25).
 */
export function proofCookie({ settings, sign }: Signer, email: string, hash: string): string {
  const value = proofOf(sign, email, hash)
  return serverCookie({ name: 'chosen', value, maxAgeS: KEPT_S, isHttps: isHttps(settings) })
}

/** Whether a Cookie header proves who chose the password with this hash. */
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

/** What a browser brings along that shows a code or a link that was mailed. */
export type ClaimCall = { cookies: string | null; signedInId: string | undefined }

/** Whether whoever shows it has signed in with the password here, or has chosen it here. */
export async function isOwn(
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
