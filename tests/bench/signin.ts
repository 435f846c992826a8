import { type Budget, MS, withBudget } from './budget.ts'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { visitPages } from './page-visitor.ts'
import { startShop, stop } from './running-shop.ts'
import { median, percentile } from './shop.ts'

const PORT = 4384
const ROUNDS = 4
const ROUND_MS = 8000
/**
 * Other requests may take at most this many times as long, as beside uploads and slow connections
 * (F44, F48).
 */
const MOST_OF_CALM = 2
const EMAIL = 'asha@example.com'

/**
 * Times page requests without and with so many sign-in attempts a second, in turn within one run.
 */
export async function benchSignIn(perSecond = 50): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const shop = await startShop(dataDir, PORT)
  const person = { name: 'Asha', email: EMAIL, phone: '9876543210', password: 'mangoes in june' }
  const signedUp = await fetch(`http://localhost:${PORT}/api/user/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${PORT}` },
    body: JSON.stringify(person),
  })
  // An unknown mail is answered faster than a known one.
  if (!signedUp.ok) throw new Error(`The account was refused with ${signedUp.status}`)
  const calm: number[] = []
  const busy: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    calm.push(...(await visitPages(PORT, ROUND_MS)))
    const storm = startStorm(perSecond)
    busy.push(...(await visitPages(PORT, ROUND_MS)))
    console.log(`  the storm was answered: ${await storm.end()}`)
  }
  console.log(`without: ${describe(calm)}`)
  const most = percentile(calm, 99) * MOST_OF_CALM
  console.log(`with ${perSecond} sign-in attempts a second: ${describe(busy, { most })}`)
  await stop(shop)
  rmSync(dataDir, { recursive: true, force: true })
}

function startStorm(perSecond: number) {
  const workerData = { port: PORT, perSecond, email: EMAIL }
  const worker = new Worker(new URL('signin-storm.ts', import.meta.url), { workerData })
  const end = async (): Promise<string> => {
    worker.postMessage('end')
    const [told] = await once(worker, 'message')
    await once(worker, 'exit')
    return JSON.stringify(told)
  }
  return { end }
}

function describe(times: number[], budget?: Budget): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return `${times.length} requests, median ${ms(median(times))}, p99 ${withBudget(percentile(times, 99), budget, MS)}, worst ${ms(Math.max(...times))}`
}
