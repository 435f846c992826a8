import * as z from 'zod/mini'
import { openDatabase, retryWhileLocked } from '#lib/server/database/database.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

const choices = z._default(z.array(z.string()), [])
const listSchema = z.object({
  ProductList: z.array(
    z.object({
      ...{ _id: z.string(), productrams: choices, productsize: choices, productweight: choices },
    }),
  ),
})
/** The answer to a checkout: an attempt or, if a price has changed, the new total to confirm. */
const checkoutSchema = z.union([
  z.object({ attempt: z.string() }),
  z.object({ code: z.literal('changed'), total: z.number() }),
])
const MAX_CONFIRMED = 5
const proofSchema = z.object({ attempt: z.string(), paymentid: z.string(), signature: z.string() })

/**
 * Sends a request as a signed-in shopper.
 * @throws when it is refused
 */
export type Call = (path: string, body: object) => Promise<unknown>

/**
 * Buys one product, from the cart to the order: four requests, and one more for each price that
 * changed meanwhile.
 */
export async function buy(call: Call, addition: object): Promise<void> {
  await call('/api/cart/add', addition)
  const attempt = await begin(call)
  const proof = proofSchema.parse(await call('/api/demo/pay', { attempt, action: 'pay' }))
  await call('/api/orders/create', proof)
}

async function begin(call: Call): Promise<string> {
  let seen: object = {}
  for (let confirmed = 0; confirmed <= MAX_CONFIRMED; confirmed++) {
    const found = checkoutSchema.parse(await call('/api/checkout', { ...BILLING, ...seen }))
    if ('attempt' in found) return found.attempt
    seen = { seen: found.total }
  }
  throw new Error(`The price changed ${MAX_CONFIRMED} times`)
}

/** Stops counting stock for every product and pack, so that nothing sells out. */
export async function stockUp(url: string): Promise<void> {
  const db = openDatabase(url)
  await retryWhileLocked(() => db.updateTable('product').set({ stock: null }).execute())
  await retryWhileLocked(() => db.updateTable('pack').set({ stock: null }).execute())
  await db.destroy()
}

/** Lists bodies that add one unit of each product to a cart, with its first choices. */
export async function listProducts(origin: string): Promise<object[]> {
  const response = await fetch(`${origin}/api/products?perpage=100`)
  const { ProductList } = listSchema.parse(await response.json())
  return ProductList.map(({ _id: productid, productrams, productsize, productweight }) => ({
    ...{ productid, quantity: 1, productrams: productrams[0], productsize: productsize[0] },
    productweight: productweight[0],
  }))
}

/** The email address of a numbered buyer. */
export const emailOf = (at: number): string => `buyer${at}@example.com`

/**
 * Signs a numbered buyer up and in.
 * @returns a way to send requests, and the session's cookies
 */
export async function signUp(origin: string, at: number): Promise<{ call: Call; cookie: string }> {
  const account = { email: emailOf(at), password: 'monsoon mango 47', isadmin: false }
  const person = { ...account, name: `Buyer ${at}`, phone: '9876543210' }
  await (await send(`${origin}/api/user/signup`, person, '')).text()
  const { headers } = await send(`${origin}/api/user/signin`, account, '')
  const cookies = headers.getSetCookie().map((one) => one.split(';')[0])
  const cookie = cookies.join('; ')
  const call: Call = async (path, body) => (await send(origin + path, body, cookie)).json()
  return { call, cookie }
}

async function send(url: string, body: object, cookie: string): Promise<Response> {
  const { origin } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify(body),
  })
  if (response.ok) return response
  const text = await response.text()
  // Not a fault: the shopper must hear of a new price before paying (F30).
  if (response.status === 409 && text.includes('"changed"')) return new Response(text)
  throw new Error(`${url}: ${response.status} ${text}`)
}
