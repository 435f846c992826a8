import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { watchShifts } from '#tests/browser/kit/layout-shift.ts'

/** How long a page stands half-loaded, so that it is painted meanwhile. */
const PAUSE_MS = 400

/** Serves pages of the shop in two parts, the first of which ends just after a mark. */
async function serveInParts(shop: string, mark: string) {
  const answerFor = async (req: IncomingMessage, res: ServerResponse) => {
    const answer = await fetch(shop + req.url)
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    res.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) {
      res.end(body)
      return
    }
    const at = body.indexOf(mark) + mark.length
    expect(at, `${mark} on the page`).toBeGreaterThanOrEqual(mark.length)
    res.write(body.subarray(0, at))
    setTimeout(() => res.end(body.subarray(at)), PAUSE_MS)
  }
  const server = createServer((req, res) => void answerFor(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

for (const [width, height] of [
  [390, 844],
  [1280, 720],
] as const) {
  test(`a page that is shown half-read does not move when the rest comes, ${width} px`, async ({
    baseURL,
    browser,
  }) => {
    for (const mark of ['data-location', '</form>', '</account-menu>', 'id="view-1"']) {
      const { origin, close } = await serveInParts(baseURL ?? '', mark)
      const page = await browser.newPage({ viewport: { width, height } })
      const moved = await watchShifts(page)
      await page.goto(`${origin}/category/vegetables`)
      expect(await moved(), mark).toEqual([])
      await page.close()
      close()
    }
  })
}
