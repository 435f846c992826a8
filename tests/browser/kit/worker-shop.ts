import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { PHONE, portOf, withShop } from './own-shop.ts'
import { expect, test as base } from '#tests/browser/test.ts'

/** The line between browser and shop: what a network, or a new deploy, does to requests. */
export type Line = {
  isCut: boolean
  delayMs: number
  /** Requests another file in place of the one asked for. */
  path: (asked: string) => string
  /** Replaces the text of the service worker. */
  worker: (text: string) => string
}
const CALM: Line = {
  isCut: false,
  delayMs: 0,
  path: (asked) => asked,
  worker: (text) => text,
}

/** A machine under load is taken for a slow line, on which the worker waits for a touch. */
const IS_FAST =
  "Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } });\n"

/** A browser test with the service worker, and a shop behind a line that can be cut. */
export const test = base.extend<
  { line: Line },
  /** The line, and the shop's `DATA_DIR`. */
  { lineTo: { to: Line; dataDir: string } }
>({
  ...PHONE,
  serviceWorkers: 'allow',
  baseURL: async ({ browserName }, use, { parallelIndex }) => {
    void browserName
    await use(`http://localhost:${portOf(parallelIndex)}`)
  },
  lineTo: [
    async ({ browserName }, use, { parallelIndex }) => {
      void browserName
      const port = portOf(parallelIndex)
      const line = { ...CALM }
      const front = createServer((req, res) => pass(line, port + 100, req, res)).listen(port)
      // A connection that it closes for idleness may be in use again at that moment.
      front.keepAliveTimeout = 0
      const shop = { port: port + 100, origin: `http://localhost:${port}` }
      await withShop(shop, (dataDir) => use({ to: line, dataDir }))
      front.close()
      front.closeAllConnections()
      await once(front, 'close')
    },
    { scope: 'worker', timeout: 240_000, auto: true },
  ],
  line: async ({ lineTo, context }, use) => {
    await context.addInitScript(IS_FAST)
    await use(Object.assign(lineTo.to, CALM))
    Object.assign(lineTo.to, CALM)
  },
})

function pass(line: Line, port: number, req: IncomingMessage, res: ServerResponse): void {
  if (line.isCut) return void req.socket.destroy()
  const { method, headers, url = '/' } = req
  const isWorker = url === '/sw.js'
  const wanted = { ...headers }
  if (isWorker) {
    wanted['accept-encoding'] = 'identity'
    delete wanted['if-none-match']
  }
  const asked = request({ port, method, headers: wanted, path: line.path(url) }, (answer) =>
    setTimeout(() => {
      if (!isWorker) {
        res.writeHead(answer.statusCode ?? 500, answer.headers)
        return void answer.pipe(res)
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = IS_FAST + line.worker(Buffer.concat(chunks).toString())
        res.writeHead(200, { ...answer.headers, 'content-length': Buffer.byteLength(text) })
        res.end(text)
      })
    }, line.delayMs),
  )
  asked.on('error', () => res.destroy())
  req.pipe(asked)
}

/** Cuts the line or restores it; the browser knows of it too. */
export async function cut(line: Line, context: BrowserContext, isCut = true): Promise<void> {
  line.isCut = isCut
  await context.setOffline(isCut)
}

/** Touches the page, and waits until the worker has installed itself. */
export async function wakeWorker(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
}

/** The stored addresses without origin, by the cache's name without the build. */
export function keptPaths(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const keys = await (await caches.open(name)).keys()
      const paths = keys.map(({ url }) => url.slice(location.origin.length))
      return [name.replace(/-[0-9a-f]{12}$/, ''), paths] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })
}

/** More than a copy waits for a slow network (worker/pages.ts). */
export const SLOW_MS = 5000

/** Opens a page, and waits until the worker keeps it. */
export async function seen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect.poll(async () => JSON.stringify(await keptPaths(page))).toContain(`"${path}"`)
}

/** The body of a page that is a kept copy. */
export const isKept = (page: Page) => page.locator('body[data-kept]')

/** Fills the contact form. */
export async function fillMessage(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Asha Rao')
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill('asha@example.com')
  await page
    .getByLabel(/message/i)
    .first()
    .fill('Do you bring rice on Sundays?')
}
