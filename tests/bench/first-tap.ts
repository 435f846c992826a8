import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright'
import { MS, withBudget } from './budget.ts'
import { launchBrowser, type Network, NETWORKS, openPhone } from './phone.ts'
import { startShop, stop } from './running-shop.ts'
import { median } from './shop.ts'
import * as z from 'zod/mini'

const PORT = 4385
const PAGES = {
  home: '/',
  listing: '/category/dairy-eggs',
  product: '/product/long-life-milk-carton',
  search: '/search?q=dal',
}
/** How long somebody reads before the tap. */
const READING_MS = 5000
/** Budgets on the fast network: for a page that is idle, and for one that is still loading. */
const IDLE_MS = 100
const LOADING_MS = 1600

const timesSchema = z.object({ heard: z.number(), done: z.number() })
type Times = z.infer<typeof timesSchema>

/**
 * Times a newcomer's first tap on ADD, N times each (5): until the page shows that it was heard,
 * and until the header counts it. On a page that is idle, and on one that has just been painted.
 */
export async function benchFirstTap(taps = 5): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const shop = await startShop(dataDir, PORT)
  const browser = await launchBrowser()
  await tap(browser, NETWORKS['150 ms, 1.6 Mbps'], '/', READING_MS)
  for (const [name, network] of Object.entries(NETWORKS)) {
    const isQuick = network.kbps > 1000
    for (const [kind, path] of Object.entries(PAGES)) {
      for (const readingMs of [READING_MS, 0]) {
        const all: Times[] = []
        for (let at = 0; at < taps; at++) all.push(await tap(browser, network, path, readingMs))
        const [heard, done] = [
          median(all.map((one) => one.heard)),
          median(all.map((one) => one.done)),
        ]
        const goal = readingMs > 0 ? IDLE_MS : LOADING_MS
        console.log(
          `${name}: ${kind}, ${readingMs > 0 ? 'idle' : 'loading'}: heard ${Math.round(heard)} ms, ` +
            `counted ${withBudget(done, isQuick ? { most: goal } : undefined, MS)}`,
        )
      }
    }
  }
  await browser.close()
  await stop(shop)
  rmSync(dataDir, { recursive: true, force: true })
}

async function tap(
  browser: Browser,
  network: Network,
  path: string,
  readingMs: number,
): Promise<Times> {
  const { page } = await openPhone(browser, network)
  await page.addInitScript(observe)
  const url = `http://localhost:${PORT}${path}`
  await page.goto(url, { waitUntil: readingMs > 0 ? 'load' : 'commit', timeout: 90_000 })
  const add = page.getByRole('button', { name: /^add( to cart\b.*)?$/i }).first()
  await add.waitFor()
  await pause(readingMs)
  // `force` skips Playwright's checks of what lies under the finger, which would run while the page
  // does its work.
  await add.tap({ force: true })
  const times = await page.waitForFunction(() => {
    const { heard, done } = (window as unknown as { times: Times }).times
    return heard > 0 && done > 0 && { heard, done }
  })
  const found = timesSchema.parse(await times.jsonValue())
  await page.context().close()
  return found
}

/** Runs in the page before the page's own scripts. */
function observe(): void {
  const times = { heard: 0, done: 0 }
  Object.assign(window, { times })
  let start = 0
  let pressed: Element | null = null
  const press = ({ target, timeStamp }: Event) => {
    if (start !== 0 || !(target instanceof Element)) return
    start = timeStamp
    pressed = target.closest('button,a')
  }
  addEventListener('click', press, true)
  const look = () => {
    if (start === 0) return
    const now = performance.now() - start
    const isDone = document.querySelector('cart-count b')?.textContent === '1'
    // The button is dimmed at once, whatever fades in later.
    const isDimmed =
      pressed !== null && (pressed.ariaBusy === 'true' || pressed.matches('[style*=opacity]'))
    const isHeard = isDone || isDimmed
    if (isHeard && times.heard === 0) times.heard = now
    if (isDone && times.done === 0) times.done = now
  }
  new MutationObserver(look).observe(document, {
    attributes: true,
    childList: true,
    subtree: true,
    characterData: true,
  })
}
