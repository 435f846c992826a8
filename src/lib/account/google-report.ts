/**
 * The page that the issuer sends the popup back to, and the channel over which it reports (A18).
 */
const GOOGLE_PATH = '/google'
export const GOOGLE_CHANNEL = 'google-sign-in'

/** What the popup reports. It is outside data (account-answers.ts). */
export type GoogleReport = {
  state: string
  credential?: string | undefined
  error?: string | undefined
}

/** Reads what the issuer put after the `#` of our page. */
export function reportOf(hash: string): GoogleReport {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const error = given.get('error_description') ?? given.get('error')
  const credential = given.get('id_token')
  return {
    state: given.get('state') ?? '',
    ...(error !== null && { error }),
    ...(credential !== null && { credential }),
  }
}

/** Where the popup starts: the issuer's authorization endpoint with its parameters (A33). */
export function authorizeAddress(
  endpoint: string,
  given: { client: string; origin: string; nonce: string; state: string },
): string {
  const url = new URL(endpoint)
  const { client, origin, nonce, state } = given
  url.searchParams.set('client_id', client)
  url.searchParams.set('redirect_uri', origin + GOOGLE_PATH)
  url.searchParams.set('response_type', 'id_token')
  url.searchParams.set('scope', 'openid email profile')
  url.searchParams.set('prompt', 'select_account')
  url.searchParams.set('nonce', nonce)
  url.searchParams.set('state', state)
  return url.href
}
