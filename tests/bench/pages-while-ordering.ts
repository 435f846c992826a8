import { setTimeout as pause } from 'node:timers/promises'
import { onBoth } from './database.ts'
import { BESIDE, measureVisits, startShop, stop } from './running-shop.ts'
import { buy, type Call, listProducts, signUp, stockUp } from './shoppers.ts'

const PORT = 4384
const ORIGIN = `http://localhost:${PORT}`
const BUYERS = 4

/**
 * Times pages of a running shop while four buyers place orders over HTTP, each one after another.
 */
export async function benchPagesWhileOrdering(count: number): Promise<void> {
  await onBoth(async ({ name, url, dataDir, isPostgres }) => {
    const shop = await startShop(dataDir, PORT, isPostgres ? { DATABASE_URL: url } : {})
    try {
      const buyers = await Promise.all(
        Array.from({ length: BUYERS }, (_, at) => signUp(ORIGIN, at)),
      )
      await stockUp(url)
      const products = await listProducts(ORIGIN)
      await measureVisits(PORT, () => pause(2000)) // warms up what is loaded at the first request
      console.log(`${name}, pages before: ${await measureVisits(PORT, () => pause(5000))}`)
      const start = performance.now()
      let next = 0
      const buyAll = async (call: Call) => {
        for (let at = next++; at < count; at = next++) {
          await buy(call, products[at % products.length] ?? {})
        }
      }
      const buying = () => Promise.all(buyers.map(({ call }) => buyAll(call)))
      const busy = await measureVisits(PORT, buying, BESIDE)
      const rate = (count / (performance.now() - start)) * 1000
      console.log(`${name}, pages while ${rate.toFixed(0)} orders a second are placed: ${busy}`)
    } finally {
      await stop(shop)
    }
  })
}
