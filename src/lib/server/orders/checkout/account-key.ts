import { createHmac } from 'node:crypto'
import { keptSecret } from '#lib/server/settings/auth-secret.ts'
import type { Settings } from '#lib/server/settings/settings.ts'

/**
 * What orders on their way know an account by that was deleted: who opens it anew has not paid for them
 * yet. Nobody reads a mail address out of it.
 */
export const accountKey = (
  settings: Pick<Settings, 'authSecret' | 'dataDir'>,
  email: string,
): string =>
  createHmac('sha256', `former account ${keptSecret(settings)}`)
    .update(email.toLowerCase())
    .digest('base64url')
