import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers of a webhook that are used. */
export type IncomingHeaders = { signature: string | undefined; eventId: string | undefined }

/** HMAC-SHA256 in hex. */
export const hmacHex = (secret: string, data: string | Buffer): string =>
  createHmac('sha256', secret).update(data).digest('hex')

/** Compares signatures, in constant time if the length is right (P2). */
export function isSignature(given: string | undefined, expected: string): boolean {
  if (given === undefined || !/^[\da-f]{64}$/.test(given)) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/**
 * The secrets of a setting: two, separated by a comma, are valid during a change (P3); an empty one is
 * dropped (T14).
 */
export function secretsOf(setting: string | undefined): string[] {
  return (setting ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
}
