import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { readSettings, type Settings } from '#lib/server/settings/settings.ts'

/** An empty shop for one bench; `await using` removes it. */
export type BenchShop = AsyncDisposable & { settings: Settings; db: Db }

/** Opens an empty, migrated shop in a temporary folder; `env` adds settings. */
export async function openBenchShop(env: Record<string, string> = {}): Promise<BenchShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env })
  const db = openDatabase(settings.databaseUrl)
  await migrate(db)
  return {
    settings,
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The upper median of unsorted values; 0 if there are none. */
export function median(values: number[]): number {
  return percentile(values, 50)
}

/** The value at a percentile from 0 to 100 of unsorted values; 0 if there are none. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

/** Bytes as whole megabytes (2^20 bytes). */
export const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`
