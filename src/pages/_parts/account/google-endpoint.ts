import type { GoogleIssuer } from '#lib/server/accounts/google-token.ts'

/** Nobody waits longer than this for a button; the next page has the answer. */
const WAIT_MS = 1000

/** Where the popup goes; undefined while the issuer does not say. */
export async function findEndpoint(google: GoogleIssuer): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), WAIT_MS)
  const endpoint = await Promise.race([google.authorizationEndpoint(), promise])
  clearTimeout(timer)
  return endpoint
}
