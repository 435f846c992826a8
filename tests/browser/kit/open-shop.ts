import { test as base } from './worker-shop.ts'

/**
 * A browser test with a separate shop open to visitors (CART_GATE=open), and without the service worker. It is the shop
 * of worker-shop.ts, which a process of tests then starts once.
 */
export const test = base.extend<{ dataDir: string }>({
  serviceWorkers: 'block',
  dataDir: ({ lineTo }, use) => use(lineTo.dataDir),
})
