import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers of a webhook that count. */
export type IncomingHeaders = { signature: string | undefined; eventId: string | undefined }

export const hmacHex = (secret: string, data: string | Buffer): string =>
  createHmac('sha256', secret).update(data).digest('hex')

/** Constant time for signatures of the right length (P2). */
export function isSignature(given: string | undefined, expected: string): boolean {
  if (given === undefined || !/^[\da-f]{64}$/.test(given)) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/** Two secrets by comma hold while they are changed (P3); an empty one is none (T14). */
export function secretsOf(setting: string | undefined): string[] {
  return (setting ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
}
