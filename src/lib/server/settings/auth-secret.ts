import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'
import { errorCode } from '#lib/server/errors.ts'

const fileOf = (dataDir: string) => join(dataDir, 'auth-secret')

/** Whether the shop has its secret, so that `keptSecret` makes none. */
export const hasSecret = ({
  authSecret,
  dataDir,
}: Pick<Settings, 'authSecret' | 'dataDir'>): boolean =>
  authSecret !== undefined || existsSync(fileOf(dataDir))

/** AUTH_SECRET, or a secret that is made once and stored in the data folder. */
export function keptSecret({
  authSecret,
  dataDir,
}: Pick<Settings, 'authSecret' | 'dataDir'>): string {
  if (authSecret !== undefined) return authSecret
  const file = fileOf(dataDir)
  try {
    // If two servers start at once, the first one's secret counts.
    writeFileSync(file, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
