import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Budget, MS, noneOf, withBudget } from './budget.ts'
import { median, percentile } from './shop.ts'

const PATHS = [
  '/',
  '/category/rice-grains',
  '/product/fine-besan',
  '/search?q=dal',
  '/api/products',
]
/** A shopper's pause between an answer and the next request. */
const PAUSE_MS = 20

/**
 * Starts the demo shop in a process of its own, with pictures made in advance, and with a line in its log for
 * each request, as in production.
 * @returns once all its pages are published
 */
export async function startShop(
  dataDir: string,
  port: number,
  more: Record<string, string> = {},
  nodeOptions: string[] = [],
): Promise<ChildProcess> {
  const own = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info', RATE_SCALE: '1000' }
  const env = { ...own, ...more }
  const shop = spawn(process.execPath, [...nodeOptions, 'tests/browser/kit/serve.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = shop
  if (!stdout) throw new Error('The shop has no output')
  // The server must end with the bench, also when SIGTERM stops the bench at a time limit.
  process.once('exit', () => shop.kill()).once('SIGTERM', () => process.exit(1))
  for await (const line of stdout.iterator({ destroyOnReturn: false })) {
    if (!String(line).includes('Kirana is serving')) continue
    stdout.resume()
    // It serves before its pages are published; wait for those too.
    while (!(await fetch(`http://localhost:${port}/readyz`)).ok) await pause(200)
    return shop
  }
  throw new Error(`The shop on port ${port} did not start`)
}

const QUIET_TICKS = 5

/**
 * Waits until a process uses less than 5 % of a CPU: after a publish, pages are compressed for
 * minutes.
 */
export async function untilQuiet({ pid }: ChildProcess): Promise<void> {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return
  // User and system time, in ticks of 10 ms, among the fields after the process's name.
  const ticks = () => {
    const [, rest = ''] = readFileSync(file, 'utf8').split(') ')
    const [user, system] = rest.split(' ').slice(11, 13).map(Number)
    return (user ?? 0) + (system ?? 0)
  }
  for (let before = -Infinity; ticks() - before > QUIET_TICKS; await pause(1000)) before = ticks()
}

/** Ends a process that the bench started, and waits until it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/**
 * Budget for requests while heavy work goes on beside them; the same as for a request that holds up
 * the server.
 */
export const BESIDE: Budget = { most: 100 }

/**
 * Times two shoppers' requests to a running shop until the work is done.
 * @param budget for the 99th percentile
 * @returns the figures, as a line of text
 */
export async function measureVisits(
  port: number,
  work: () => Promise<unknown>,
  budget?: Budget,
): Promise<string> {
  const times: number[] = []
  let failures = 0
  let isOver = false
  const shopper = async (offset: number) => {
    for (let at = offset; !isOver; at++) {
      const start = performance.now()
      const path = PATHS[at % PATHS.length] ?? '/'
      const answer = await fetch(`http://localhost:${port}${path}`).catch(() => undefined)
      await answer?.arrayBuffer()
      if (!answer || answer.status !== 200) failures++
      times.push(performance.now() - start)
      await pause(PAUSE_MS)
    }
  }
  const shoppers = [shopper(0), shopper(2)]
  await work()
  isOver = true
  await Promise.all(shoppers)
  const ms = (value: number) => `${Math.round(value)} ms`
  return `${times.length} requests, ${noneOf('refusal', failures)}, median ${ms(median(times))}, p99 ${withBudget(percentile(times, 99), budget, MS)}, worst ${ms(Math.max(...times))}`
}
