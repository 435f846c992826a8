import { readCookies } from '#lib/server/http/cookies.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { Accounts } from './accounts.ts'

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
  const isHttps = settings.publicUrl.protocol === 'https:'
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${KEPT_S}${isHttps ? '; Secure' : ''}`
  return `${nameOf(settings)}=${proofOf(sign, email, hash)}; ${attributes}`
}

/** Whether a Cookie header proves who chose the password with this hash. */
export function hasProof(
  { settings, sign }: Signer,
  cookieHeader: string | null,
  email: string,
  hash: string,
): boolean {
  const given = readCookies(cookieHeader ?? undefined).get(nameOf(settings))
  return given !== undefined && isEqual(given, proofOf(sign, email, hash))
}

/** `__Host-`: a neighbouring site cannot put its own proof into somebody's browser (H9). */
const nameOf = ({ publicUrl }: Signer['settings']): string =>
  publicUrl.protocol === 'https:' ? '__Host-chosen' : 'chosen'

const proofOf = (sign: Accounts['sign'], email: string, hash: string): string =>
  sign('chosen password', `${email} ${hash}`)
