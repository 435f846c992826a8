import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from './test.ts'

/** Workers at once have ports, and shops, of their own. */
const portOf = (worker: number) => Number(process.env['BROWSER_TEST_PORT'] ?? 4330) + 300 + worker
const PRODUCTS = [
  'sku,name,category,price,weight,stock,featured',
  'dal,Toor Dal,Staples,149.50,,,yes',
  'rice,Basmati Rice,Staples,,1 kg=118.00|5 kg=540.00,,yes',
  'salt,Salt,Staples,24,,3,yes',
]

/** A browser test in a shop of its own, in which visitors may buy (CART_GATE=open). */
export const test = base.extend<object, { shop: ChildProcess }>({
  baseURL: async ({ browserName }, use, { parallelIndex }) => {
    void browserName
    await use(`http://localhost:${portOf(parallelIndex)}`)
  },
  shop: [
    async ({ browserName }, use, { parallelIndex }) => {
      void browserName
      const port = portOf(parallelIndex)
      const origin = `http://localhost:${port}`
      const dataDir = mkdtempSync(join(tmpdir(), 'kirana-guests-'))
      const catalogue = join(dataDir, 'products.csv')
      writeFileSync(catalogue, PRODUCTS.join('\n'))
      const shop = spawn(process.execPath, ['bin/start.ts', '--no-build'], {
        stdio: 'ignore',
        env: {
          ...process.env,
          ...{ PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir, CATALOGUE: catalogue },
          ...{ LOG_LEVEL: 'silent', RATE_SCALE: '1000', CART_GATE: 'open' },
          ...{ CASH_ON_DELIVERY: 'yes', CASH_UNCONFIRMED: 'yes', CASH_OPEN_ORDERS: '2' },
        },
      })
      const isReady = () =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(isReady, { timeout: 200_000 }).toBe(true)
      await use(shop)
      const ended = once(shop, 'exit')
      if (shop.exitCode === null) {
        shop.kill('SIGTERM')
        await ended
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 240_000, auto: true },
  ],
})

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 740 }, actionTimeout: 15_000 })
