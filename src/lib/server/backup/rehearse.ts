import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#lib/server/settings/settings.ts'
import { DATABASE_FILE } from './manifest.ts'
import { restoreBackup } from './restore.ts'

/** Lies in a backup that was restored as a test: deploy/backup.sh never deletes the last of these. */
const REHEARSED = 'rehearsed'

/**
 * Restores a backup into an empty folder beside it, which goes again.
 * @returns whether it was accepted @throws if it could not be restored
 */
export async function rehearse(settings: Settings, folder: string): Promise<boolean> {
  const dataDir = `${folder}.rehearsal`
  rmSync(dataDir, { recursive: true, force: true })
  try {
    const there = { ...settings, dataDir, databaseUrl: join(dataDir, DATABASE_FILE) }
    const restored = await restoreBackup(there, folder)
    if (restored.ok) writeFileSync(join(folder, REHEARSED), '')
    return restored.ok
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
