import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '#tests/browser/test.ts'

/** Parallel workers need separate ports, and shops. */
export const portOf = (worker: number) =>
  Number(process.env['BROWSER_TEST_PORT'] ?? 4330) + 300 + worker

/**
 * The browser of these shops' visitors. A fixture, as `test.use()` in a module holds only for the first file that
 * imports it.
 */
export const PHONE = { viewport: { width: 360, height: 740 }, actionTimeout: 30_000 }

const PRODUCTS = [
  'sku,name,category,price,weight,stock,featured',
  'dal,Toor Dal,Staples,149.50,,,yes',
  'rice,Basmati Rice,Staples,,1 kg=118.00|5 kg=540.00,,yes',
  'salt,Salt,Staples,24,,3,yes',
  'amla,Amla,Fruit,40,,0,',
]

/**
 * Runs a small shop open to visitors in a process of its own; `origin` is its address for browsers, and `use` is given
 * its `DATA_DIR`.
 */
export async function withShop(
  { port, origin }: { port: number; origin: string },
  use: (dataDir: string) => Promise<void>,
): Promise<void> {
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
    fetch(`http://localhost:${port}/readyz`, { headers: { host: new URL(origin).host } }).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 200_000 }).toBe(true)
  await use(dataDir)
  const ended = once(shop, 'exit')
  if (shop.exitCode === null) {
    shop.kill('SIGTERM')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
}
