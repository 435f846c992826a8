import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Db } from '#lib/server/database/schema.ts'
import type { RazorpayStandIn, StoredPayment } from '#tests/razorpay/stand-in.ts'
import { type Fleet, untilThere } from './fleet.ts'

export const PRODUCTS = 10
export const HOLD_MS = 4000
/** The price of a product in paise, by its number. */
export const priceOf = (product: number): number => 1000 + product * 7

/** A shopper who waits this long for an answer would have gone home: then something hangs. */
export const PATIENCE_MS = 300_000
const EVENTS = ['payment.captured', 'order.paid']

export type World = { db: Db; standIn: RazorpayStandIn; fleet: Fleet }
const answerSchema = z.object({
  attempt: z.optional(z.object({ attempt: z.string(), orderid: z.string() })),
})

/** One shopper: checks out, pays, and tells the shop of the payment once, twice or not at all. */
export async function buy(world: World, user: string): Promise<void> {
  const { db, standIn } = world
  await register(db, user)
  const checkout = await beginToPay(world, user)
  if (!checkout.attempt) return
  const { attempt, orderid } = checkout.attempt
  if (randomInt(10) === 0) return
  // Some take longer to decide than their products are held.
  if (randomInt(20) === 0) await pause(HOLD_MS + 300)
  const { payment, proof } = standIn.pay(orderid)
  const path = `/create?user=${user}&attempt=${attempt}`
  const news = [
    ...times(randomInt(3), () => () => world.fleet.ask(path, { body: JSON.stringify(proof) })),
    ...times(randomInt(3), () => () => notify(world, payment)),
  ].toSorted(() => randomInt(3) - 1)
  await Promise.all(news.map((tell) => tell()))
}

/** Starts the checkout, and tries again until there is an answer, as a browser's user does. */
async function beginToPay({ fleet }: World, user: string): Promise<z.infer<typeof answerSchema>> {
  const ask = async () => {
    const response = await fleet.ask(`/checkout?user=${user}`)
    const body: unknown = await response?.json().catch(() => undefined)
    if (response?.status === 200) return answerSchema.safeParse(body).data
    return response?.status === 409 && body !== 'unavailable' ? {} : undefined
  }
  const answer = await untilThere(ask, { everyMs: 50, limitMs: PATIENCE_MS })
  if (!answer) throw new Error(`${user} had no answer`)
  return answer
}

/** Sends the provider's webhook for a payment, once or twice. */
export async function notify(
  { standIn, fleet }: World,
  payment: StoredPayment,
  path = '/webhook',
): Promise<void> {
  const event = EVENTS[randomInt(EVENTS.length)] ?? ''
  const { raw, signature, eventId } = standIn.webhook(event, payment)
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
  for (let copy = randomInt(1, 3); copy > 0; copy--) {
    await fleet.ask(path, { body: new Uint8Array(raw), headers })
  }
}

/** Creates a user with one product in the cart; retried, as the servers write at the same time. */
async function register(db: Db, id: string): Promise<void> {
  const add = async () => {
    try {
      await db.transaction().execute(async (trx) => {
        const now = new Date()
        const row = { id, name: id, email: `${id}@example.com`, image: null, phone: '' }
        const user = { ...row, email_verified: true, created_at: now, updated_at: now }
        await trx.insertInto('user').values(user).execute()
        await trx.insertInto('cart').values({ user_id: id, revision: 1 }).execute()
        const product = randomInt(PRODUCTS)
        const item = { id: randomUUID(), user_id: id, product_id: `p${product}`, choice: '' }
        const seen = { seen_price_paise: priceOf(product), created_at: 1, changed_at: 1 }
        await trx
          .insertInto('cart_item')
          .values({ ...item, quantity: 1, ...seen })
          .execute()
      })
      return true
    } catch {
      return undefined
    }
  }
  const isAdded = await untilThere(add, { everyMs: 20, limitMs: PATIENCE_MS })
  if (!isAdded) throw new Error(`${id} could not sign up`)
}

const times = <Value>(count: number, make: () => Value): Value[] =>
  Array.from({ length: count }, make)
