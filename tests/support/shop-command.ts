import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '#lib/server/build/root.ts'
import { isPostgres } from '#lib/server/database/database.ts'
import type { TestDatabase } from './databases/database.ts'

/** The settings of a shop, as its processes get them. */
export const envOf = (shop: Pick<TestDatabase, 'dataDir' | 'url'>) => ({
  DATA_DIR: shop.dataDir,
  ...(isPostgres(shop.url) && { DATABASE_URL: shop.url }),
})

/** Starts `shop COMMAND …` in a process of its own. */
export function startCommand(shop: Pick<TestDatabase, 'dataDir' | 'url'>, args: string[]) {
  const child = spawn(process.execPath, [...TELL_PEAK, join(ROOT, 'bin/shop.ts'), ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], JOB_LEASE_MS: '500', ...envOf(shop) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = text(child.stdout)
  const err = text(child.stderr)
  return { child, out, err, ended: once(child, 'close') }
}

const TELL_PEAK = ['--import', join(import.meta.dirname, 'tell-peak.ts')]

/** Runs `shop COMMAND …` to its end. */
export async function runCommand(shop: Pick<TestDatabase, 'dataDir' | 'url'>, args: string[]) {
  const { child, out, err, ended } = startCommand(shop, args)
  await ended
  const peak = Number(/PEAK (\d+)/.exec(await err)?.[1]) / 1024
  return { code: child.exitCode, out: await out, err: await err, peakMegabytes: peak }
}
