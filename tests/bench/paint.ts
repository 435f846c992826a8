import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { TIMES, withBudget } from './budget.ts'
import { launchBrowser, type Network, NETWORKS, openPhone } from './phone.ts'
import { startShop, stop } from './running-shop.ts'
import { median } from './shop.ts'

const SHOP_PORT = 4383
const BARE_PORT = 4384
const PAGES = { home: '/', listing: '/category/rice-grains', product: '/product/fine-besan' }
/** Budget for our paint time divided by that of bare HTML. */
const MAX_PAINT = 1.1
type Visit = { paint: number; shift: number; longTasks: number; scriptBytes: number }

/**
 * Compares the largest contentful paint of our pages with that of the same pages as bare HTML
 * without scripts, in turn; also layout shift, long tasks, and bytes of script before any input.
 */
export async function benchPaint(visits = 9): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const shop = await startShop(dataDir, SHOP_PORT)
  const bare = await startBare(dataDir)
  const browser = await launchBrowser()
  // A warm-up: the browser's first page load is not measured.
  await visit(browser, SHOP_PORT, '/', NETWORKS['150 ms, 1.6 Mbps'])
  for (const [name, network] of Object.entries(NETWORKS)) {
    for (const [kind, path] of Object.entries(PAGES)) {
      await compare(browser, { visits, title: `${name}: ${kind}`, path, network })
    }
  }
  await browser.close()
  bare.close()
  await stop(shop)
  rmSync(dataDir, { recursive: true, force: true })
}

async function compare(
  browser: Browser,
  {
    visits,
    title,
    path,
    network,
  }: { visits: number; title: string; path: string; network: Network },
): Promise<void> {
  const ours: Visit[] = []
  const floor: Visit[] = []
  for (let round = 0; round < visits; round++) {
    ours.push(await visit(browser, SHOP_PORT, path, network))
    floor.push(await visit(browser, BARE_PORT, path, network))
  }
  const paint = (all: Visit[]) => median(all.map((one) => one.paint))
  const most = (pick: (one: Visit) => number) => Math.max(...ours.map(pick))
  console.log(
    `${title}: ${Math.round(paint(ours))} ms, bare ${Math.round(paint(floor))} ms: ` +
      `${withBudget(paint(ours) / paint(floor), { most: MAX_PAINT }, TIMES)}; layout shift ${most((one) => one.shift).toFixed(3)}, ` +
      `tasks over 50 ms ${median(ours.map((one) => one.longTasks))} (bare ${median(floor.map((one) => one.longTasks))}), ` +
      `script ${(most((one) => one.scriptBytes) / 1024).toFixed(1)} KiB`,
  )
}

async function visit(
  browser: Browser,
  port: number,
  path: string,
  network: Network,
): Promise<Visit> {
  const { page, cdp } = await openPhone(browser, network)
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let scriptBytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  })
  await page.addInitScript(observe)
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'load', timeout: 90_000 })
  await page.evaluate(settled)
  const seen = await read(page)
  await page.context().close()
  return { ...seen, scriptBytes }
}

/** Runs in the page before the page's own scripts. */
function observe(): void {
  const seen = { paint: 0, shift: 0, longTasks: 0 }
  Object.assign(window, { seen })
  const watch = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  watch('largest-contentful-paint', (entry) => (seen.paint = entry.startTime))
  watch('layout-shift', (entry) => (seen.shift += entry.value ?? 0))
  watch('longtask', () => (seen.longTasks += 1))
}

/**
 * Resolves when the page's modules have loaded, on pages where they do so before an input, and the
 * browser is idle.
 */
async function settled(): Promise<void> {
  const isAlive = document.scripts.length > 0 && document.body.dataset['still'] === undefined
  if (isAlive) await customElements.whenDefined('toast-message')
  await new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve)))
}

async function read(page: Page): Promise<Omit<Visit, 'scriptBytes'>> {
  return page.evaluate(() => (window as unknown as { seen: Omit<Visit, 'scriptBytes'> }).seen)
}

/**
 * A server of the same pages without their scripts, compressed too, and of their pictures; nothing
 * else.
 */
async function startBare(dataDir: string): Promise<Server> {
  const pages = new Map<string, Buffer>()
  for (const path of Object.values(PAGES)) {
    const html = await (await fetch(`http://localhost:${SHOP_PORT}${path}`)).text()
    const bare = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    pages.set(path, brotliCompressSync(Buffer.from(bare)))
  }
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    const picture = /^\/uploads\/[\w.-]+\.(avif|webp)$/.exec(request.url ?? '')
    if (page) {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
      })
      response.end(page)
    } else if (picture) {
      response.setHeader('content-type', `image/${picture[1]}`)
      response.end(readFileSync(join(dataDir, picture[0])))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(BARE_PORT, () => resolve()))
  return server
}
