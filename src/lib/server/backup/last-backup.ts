import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'last-backup'

/** Records when the shop was backed up. */
export function noteBackup(dataDir: string, madeAt: string): void {
  writeFileSync(join(dataDir, FILE), `${madeAt}\n`, { mode: 0o600 })
}

/** When `shop backup` last ran, in epoch milliseconds; undefined if never. */
export function lastBackup(dataDir: string): number | undefined {
  try {
    const time = Date.parse(readFileSync(join(dataDir, FILE), 'utf8').trim())
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined
  }
}
