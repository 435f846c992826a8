import { createHmac } from 'node:crypto'
import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import type { Settings } from '#lib/server/settings/settings.ts'

/**
 * A key for a deleted account's orders that are still on their way, so that opening the account anew does not
 * evade the limits of unpaid orders. The mail address cannot be read from it.
 */
export const accountKey = (
  settings: Pick<Settings, 'authSecret' | 'dataDir'>,
  email: string,
): string =>
  createHmac('sha256', `former account ${keptSecret(settings)}`)
    .update(email.toLowerCase())
    .digest('base64url')
