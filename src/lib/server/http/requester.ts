import type { IncomingMessage } from 'node:http'
import type { Exchange } from './answer.ts'
import { hasGuest, hasSession, readCookies } from './cookies.ts'
import { clientAddress } from './guards/forwarded.ts'
import type { Front, Requester } from './front-state.ts'

/** The signed-in user of a request, looked up before its body is read; undefined without a session. */
export async function findRequester(
  front: Front,
  { req }: Exchange,
): Promise<Requester | undefined> {
  const { cookie } = req.headers
  if (!hasSession(readCookies(cookie))) return undefined
  // If the database is unavailable, the app's own answer says so.
  return front.findRequester?.(cookie ?? '').catch(() => undefined)
}

/** Whether a request has a guest cart's cookie, genuine or guessed. */
export const bringsCart = ({ req }: Exchange): boolean => hasGuest(readCookies(req.headers.cookie))

/** The guest cart of a request; undefined if the shop did not issue its cookie. */
export async function findCart(
  front: Front,
  { req }: Exchange,
): Promise<{ id: string } | undefined> {
  return front.findGuest?.(req.headers.cookie ?? '').catch(() => undefined)
}

/** The client's address, as far as our proxies tell. */
export function clientAddressOf(
  front: Front,
  { headers, socket }: IncomingMessage,
): string | undefined {
  const forwardedFor = headers['x-forwarded-for']?.toString()
  const hop = { remoteAddress: socket.remoteAddress, forwardedFor }
  return clientAddress(hop, front.trustedProxies)
}
