import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { BUNDLING } from '#bin/build-programs.ts'
import { isPostgres } from '#lib/server/database/database.ts'
import { KEY, WEBHOOK_SECRET } from '#tests/razorpay/stand-in.ts'
import type { FleetOptions } from './fleet.ts'
import { HOLD_MS } from './shopper.ts'

type Where = { url: string; apiUrl: string; dataDir: string }

/** One port for all lives: shoppers come back to the same address. */
const SHOP_PORT = 4502

/** Launches only what takes orders: it starts in a moment, and dies exactly at a step. */
export function launchOrders({ url, apiUrl, dataDir }: Where): FleetOptions['launch'] {
  const server = bundleServer(join(dataDir, 'server'))
  return (ending) => ({
    args: [
      ...[server, url, apiUrl, dataDir, String(HOLD_MS)],
      ...(ending ? [ending.step, String(ending.times)] : []),
    ],
    env: {},
    readAddress: (text) => `http://127.0.0.1:${text.trim()}`,
  })
}

/** One file instead of hundreds of modules, whose loading would be most of the work of a short life. */
function bundleServer(folder: string): string {
  const [source, outfile] = [join(import.meta.dirname, 'server.ts'), join(folder, 'server.js')]
  mkdirSync(folder, { recursive: true })
  // The bundle looks for the project's folder, of which it needs nothing.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  buildSync({ ...BUNDLING, entryPoints: [source], outfile })
  return outfile
}

/** Launches the built shop as `npm start` does. */
export const launchShop =
  ({ url, apiUrl, dataDir }: Where): FleetOptions['launch'] =>
  () => ({
    args: ['bin/start.ts', '--no-build'],
    env: {
      ...{ PORT: String(SHOP_PORT), DATA_DIR: dataDir, LOG_LEVEL: 'debug', RATE_SCALE: '1000' },
      ...(isPostgres(url) && { DATABASE_URL: url }),
      ...{ PAYMENT_PROVIDER: 'razorpay', RAZORPAY_API_URL: apiUrl },
      ...{ RAZORPAY_KEY_ID: KEY.keyId, RAZORPAY_KEY_SECRET: KEY.keySecret },
      ...{ RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET, RAZORPAY_CHECKOUT_JS: `${apiUrl}/checkout.js` },
      ...{ HOLD_MS: String(HOLD_MS), HOLD_UNCONFIRMED_MS: String(HOLD_MS) },
      ...{ RECONCILE_MS: '500', JOB_LEASE_MS: '4000' },
    },
    readAddress: (text) => /Kirana is serving (\S+)/.exec(text)?.[1],
    readyPath: '/readyz',
  })
