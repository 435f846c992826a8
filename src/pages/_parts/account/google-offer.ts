import type { AstroGlobal } from 'astro'
import type { GoogleOffer } from '#islands/account/GoogleButton.tsx'
import { offerNonce } from '#lib/server/accounts/google-nonce.ts'
import type { GoogleIssuer } from '#lib/server/accounts/google-token.ts'

/** Nobody waits longer than this for a button; the next page has the answer. */
const WAIT_MS = 1000

/** What Google's popup needs (S-079); undefined where the shop has no client id at Google. */
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

/** Where the popup goes; undefined while the issuer does not say. */
async function findEndpoint(google: GoogleIssuer): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), WAIT_MS)
  const endpoint = await Promise.race([google.authorizationEndpoint(), promise])
  clearTimeout(timer)
  return endpoint
}
