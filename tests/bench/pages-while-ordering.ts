import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { openDatabase, whenFree } from '#lib/server/database/database.ts'
import { BILLING } from '#tests/support/billing.ts'
import { onBoth } from './database.ts'
import { measureVisits, startShop, stop } from './running-shop.ts'

const PORT = 4384
const ORIGIN = `http://localhost:${PORT}`
const BUYERS = 4

const choices = z._default(z.array(z.string()), [])
const listSchema = z.object({
  ProductList: z.array(
    z.object({
      ...{ _id: z.string(), productrams: choices, productsize: choices, productweight: choices },
    }),
  ),
})
const attemptSchema = z.object({ attempt: z.string() })
const proofSchema = z.object({ attempt: z.string(), paymentid: z.string(), signature: z.string() })

type Call = (path: string, body: object) => Promise<unknown>

/** How long pages of a running shop take while orders are placed over HTTP, one after the other. */
export async function benchPagesWhileOrdering(count: number): Promise<void> {
  await onBoth(async ({ name, url, dataDir, isPostgres }) => {
    const shop = await startShop(dataDir, PORT, isPostgres ? { DATABASE_URL: url } : {})
    try {
      const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, at) => signUp(at)))
      await stockUp(url)
      const products = await listProducts()
      await measureVisits(PORT, () => pause(2000)) // what is loaded at the first request
      console.log(`${name}, pages before: ${await measureVisits(PORT, () => pause(5000))}`)
      const start = performance.now()
      let next = 0
      const buyAll = async (call: Call) => {
        for (let at = next++; at < count; at = next++) {
          await buy(call, products[at % products.length] ?? {})
        }
      }
      const busy = await measureVisits(PORT, () => Promise.all(buyers.map(buyAll)))
      const rate = (count / (performance.now() - start)) * 1000
      console.log(`${name}, pages while ${rate.toFixed(0)} orders a second are placed: ${busy}`)
    } finally {
      await stop(shop)
    }
  })
}

/** One order from the cart to the answer: four requests. */
async function buy(call: Call, addition: object): Promise<void> {
  await call('/api/cart/add', addition)
  const { attempt } = attemptSchema.parse(await call('/api/checkout', BILLING))
  const proof = proofSchema.parse(await call('/api/demo/pay', { attempt, action: 'pay' }))
  await call('/api/orders/create', proof)
}

/** Nothing sells out: neither what is shown nor what is bought runs dry. */
async function stockUp(url: string): Promise<void> {
  const db = openDatabase(url)
  await whenFree(() => db.updateTable('product').set({ stock: null }).execute())
  await whenFree(() => db.updateTable('pack').set({ stock: null }).execute())
  await db.destroy()
}

/** What can be put into a cart, one unit each. */
async function listProducts(): Promise<object[]> {
  const response = await fetch(`${ORIGIN}/api/products?perpage=100`)
  const { ProductList } = listSchema.parse(await response.json())
  return ProductList.map(({ _id: productid, productrams, productsize, productweight }) => ({
    ...{ productid, quantity: 1, productrams: productrams[0], productsize: productsize[0] },
    productweight: productweight[0],
  }))
}

async function signUp(at: number): Promise<Call> {
  const account = { email: `buyer${at}@example.com`, password: 'monsoon mango 47', isadmin: false }
  const person = { ...account, name: `Buyer ${at}`, phone: '9876543210' }
  await (await send('/api/user/signup', person, '')).text()
  const { headers } = await send('/api/user/signin', account, '')
  const cookie = headers.getSetCookie().map((one) => one.split(';')[0])
  return async (path, body) => (await send(path, body, cookie.join('; '))).json()
}

async function send(path: string, body: object, cookie: string): Promise<Response> {
  const response = await fetch(ORIGIN + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}
