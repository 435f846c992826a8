import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MS, withBudget } from './budget.ts'
import { startShop, stop } from './running-shop.ts'
import { median } from './shop.ts'
import { emailOf, signUp } from './shoppers.ts'
import * as z from 'zod/mini'

const PORT = 4423
const ORIGIN = `http://localhost:${PORT}`
const STARTS = 5
const LATER_TAPS = 8
const MAX_MS = 1000
/** Nobody finds a product and taps it faster than this. */
const FINDING_MS = 1500
const POLL_INTERVAL_MS = 5

const shelfSchema = z.array(z.object({ id: z.string(), packs: z.array(z.unknown()) }))

/**
 * Times a tap on 'Sold out' or 'Received' at the desk until a shopper's page shows it: the first
 * tap after each start of the server, with and without a visit to the desk before it, and later
 * taps.
 */
export async function benchTap(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  try {
    let shop = await startShop(dataDir, PORT)
    const { cookie } = await signUp(ORIGIN, 0)
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) }
    const grant = ['bin/shop.ts', 'grant', emailOf(0), 'staff']
    await promisify(execFile)(process.execPath, grant, { env })
    const id = await countedProduct(cookie)
    const times = { 'first, from the desk': [], 'first, by a program': [], later: [] } as Record<
      string,
      number[]
    >
    for (let start = 0; start < STARTS * 2; start++) {
      await stop(shop)
      shop = await startShop(dataDir, PORT)
      const isAtDesk = start % 2 === 0
      if (isAtDesk) {
        await (await fetch(`${ORIGIN}/desk/stock`, { headers: { cookie } })).text()
        await pause(FINDING_MS)
      }
      times[isAtDesk ? 'first, from the desk' : 'first, by a program']?.push(await tap(cookie, id))
      if (start === 0)
        for (let at = 0; at < LATER_TAPS; at++) {
          await pause(FINDING_MS)
          times['later']?.push(await tap(cookie, id))
        }
    }
    await stop(shop)
    for (const [what, all] of Object.entries(times)) {
      const longest = Math.max(...all)
      const figures = `median ${median(all).toFixed(0)} ms`
      console.log(
        `${what.padEnd(24)} ${figures}, longest ${withBudget(longest, { most: MAX_MS }, MS)}`,
      )
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Picks a product without packs and starts to count its stock.
 * @returns its id
 */
async function countedProduct(cookie: string): Promise<string> {
  const answer = await fetch(`${ORIGIN}/api/desk/stock?q=a`, { headers: { cookie } })
  const found = shelfSchema.parse(await answer.json()).find(({ packs }) => packs.length === 0)
  if (!found) throw new Error('The demo has no product without packs')
  await say(cookie, found.id, { kind: 'count', units: 9 })
  while (!isInStock(await pageOf(found.id))) await pause(POLL_INTERVAL_MS)
  return found.id
}

const pageOf = async (id: string) => (await fetch(`${ORIGIN}/product/${id}`)).text()
const isInStock = (html: string) => html.includes('schema.org/InStock')

/**
 * Turns a product from in stock to sold out or back, and waits until its page shows that.
 * @returns milliseconds
 */
async function tap(cookie: string, id: string): Promise<number> {
  const wasThere = isInStock(await pageOf(id))
  const body = wasThere ? { kind: 'soldout' } : { kind: 'delivery', units: 9 }
  const start = performance.now()
  await say(cookie, id, body)
  while (isInStock(await pageOf(id)) === wasThere) await pause(POLL_INTERVAL_MS)
  return performance.now() - start
}

async function say(cookie: string, id: string, said: object): Promise<void> {
  const headers = { cookie, origin: ORIGIN, 'content-type': 'application/json' }
  const call = { method: 'POST', body: JSON.stringify(said), headers }
  const answer = await fetch(`${ORIGIN}/api/desk/stock/${id}`, call)
  if (!answer.ok) throw new Error(await answer.text())
}
