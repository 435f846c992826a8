import type { AstroGlobal } from 'astro'
import type { GoogleOffer } from '#islands/account/GoogleButton.tsx'
import { offerNonce } from '#lib/server/accounts/google-nonce.ts'
import type { GoogleIssuer } from '#lib/server/accounts/google-token.ts'

/**
 * How long a page waits for the issuer's endpoint before it omits the button, in milliseconds; the
 * next page will have the answer.
 */
const WAIT_MS = 1000

/**
 * What Google's popup needs (S-079); sets the nonce cookie.
 * @returns undefined if the shop has no Google client id or the issuer does not answer in time
 */
export async function googleOffer({
  locals,
  request,
  response,
}: Pick<AstroGlobal, 'locals' | 'request' | 'response'>): Promise<GoogleOffer | undefined> {
  const google = locals.accounts?.google
  const endpoint = google && (await findEndpoint(google))
  if (!google || endpoint === undefined) return undefined
  const { nonce, cookie } = offerNonce(request)
  response.headers.append('set-cookie', cookie)
  return { endpoint, client: google.clientId, nonce }
}

/** The popup's address; undefined if the issuer does not answer in time. */
async function findEndpoint(google: GoogleIssuer): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), WAIT_MS)
  const endpoint = await Promise.race([google.authorizationEndpoint(), promise])
  clearTimeout(timer)
  return endpoint
}
