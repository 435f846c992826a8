import { PHONE, portOf, withShop } from './own-shop.ts'
import { test as base } from '#tests/browser/test.ts'

/** A browser test with a separate shop open to visitors (CART_GATE=open). */
export const test = base.extend<object, { dataDir: string }>({
  ...PHONE,
  baseURL: async ({ browserName }, use, { parallelIndex }) => {
    void browserName
    await use(`http://localhost:${portOf(parallelIndex)}`)
  },
  dataDir: [
    async ({ browserName }, use, { parallelIndex }) => {
      void browserName
      const port = portOf(parallelIndex)
      await withShop({ port, origin: `http://localhost:${port}` }, use)
    },
    { scope: 'worker', timeout: 240_000, auto: true },
  ],
})
