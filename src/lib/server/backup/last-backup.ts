import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'last-backup'

/** Writes down that the shop was copied whole. */
export function noteBackup(dataDir: string, madeAt: string): void {
  writeFileSync(join(dataDir, FILE), `${madeAt}\n`, { mode: 0o600 })
}

/** When `shop backup` last copied the shop, in epoch milliseconds; undefined when never. */
export function lastBackup(dataDir: string): number | undefined {
  try {
    const time = Date.parse(readFileSync(join(dataDir, FILE), 'utf8').trim())
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined
  }
}
