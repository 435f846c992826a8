import { createHmac } from 'node:crypto'
import { keptSecret } from './auth-secret.ts'
import type { Settings } from './settings.ts'

/** HMAC-SHA256 under a key derived from AUTH_SECRET for this purpose only, in base64url. */
export type Sign = (purpose: string, text: string) => string

/** A signer with the shop's own secret, which is read once. */
export function openSigner(settings: Pick<Settings, 'authSecret' | 'dataDir'>): Sign {
  const secret = keptSecret(settings)
  return (purpose, text) =>
    createHmac('sha256', `${purpose} ${secret}`).update(text).digest('base64url')
}
