import type { IncomingMessage } from 'node:http'
import type { Exchange } from './answer.ts'
import { hasGuest, hasSession, readCookies } from './cookies.ts'
import { clientAddress } from './guards/forwarded.ts'
import type { Front, Sender } from './front-state.ts'

/** Who sends a file, asked before it is read; undefined for whoever has no session. */
export async function findSender(front: Front, { req }: Exchange): Promise<Sender | undefined> {
  const { cookie } = req.headers
  if (!hasSession(readCookies(cookie))) return undefined
  // While the database is away the app says so itself.
  return front.findSender?.(cookie ?? '').catch(() => undefined)
}

/** Whether a request names a cart of somebody without an account, the shop's or a guessed one. */
export const bringsCart = ({ req }: Exchange): boolean => hasGuest(readCookies(req.headers.cookie))

/** Whose cart a request is about, of somebody without an account; a cookie that the shop did not give is nobody's. */
export async function findCart(
  front: Front,
  { req }: Exchange,
): Promise<{ id: string } | undefined> {
  return front.findGuest?.(req.headers.cookie ?? '').catch(() => undefined)
}

/** Where a request comes from, as far as our proxies say. */
export function addressOf(front: Front, { headers, socket }: IncomingMessage): string | undefined {
  const forwardedFor = headers['x-forwarded-for']?.toString()
  const hop = { remoteAddress: socket.remoteAddress, forwardedFor }
  return clientAddress(hop, front.trustedProxies)
}
