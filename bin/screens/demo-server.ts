import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ROOT } from '#lib/server/build/root.ts'

const CLOCK = join(import.meta.dirname, 'fixed-clock.mjs')
/** A Monday morning in India. */
export const CLOCK_START = '2026-11-23T09:30:00+05:30'
const START_MS = 180_000
/** Pictures are kept here between runs, as making them takes the longest. */
const PICTURES = join(ROOT, 'node_modules/.cache/kirana-pictures')

/** Starts a demo shop on a port, with a fixed clock. `close` stops it and removes its data. */
export async function openDemoServer(port: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-screens-'))
  const uploads = join(dataDir, 'uploads')
  if (existsSync(PICTURES)) cpSync(PICTURES, uploads, { recursive: true })
  const origin = `http://localhost:${port}`
  const env = {
    ...process.env,
    ...{ PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    ...{ RATE_SCALE: '1000', CASH_ON_DELIVERY: 'yes', CASH_UNCONFIRMED: 'yes' },
    ...{ CASH_OPEN_ORDERS: '20', SCREENS_CLOCK: CLOCK_START },
  }
  const server = spawn(process.execPath, ['--import', CLOCK, 'bin/start.ts', '--no-build'], {
    ...{ cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] },
  })
  const close = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    // Its data is thrown away, so it need not shut down cleanly.
    if (server.exitCode === null && server.kill('SIGKILL')) await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const end = Date.now() + START_MS; !(await isReady(origin)); await setTimeout(200)) {
    if (server.exitCode !== null || Date.now() > end) {
      await close()
      throw new Error('The demo shop did not start')
    }
  }
  if (!existsSync(PICTURES)) cpSync(uploads, PICTURES, { recursive: true })
  return { origin, dataDir, env, close }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}
