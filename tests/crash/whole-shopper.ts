import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { BILLING } from '#tests/support/orders/billing.ts'
import { untilThere } from './fleet.ts'
import { HOLD_MS, notify, PATIENCE_MS, PRODUCTS, type World } from './shopper.ts'

const attemptSchema = z.object({ attempt: z.string(), orderid: z.string() })
const PASSWORD = 'monsoon mango 47'

/** One shopper at the front door: signs up and in, fills the cart, pays, and tells the shop or does not. */
export async function buyFromShop(world: World, name: string): Promise<void> {
  const account = { email: `${name}@example.com`, password: PASSWORD, isadmin: false }
  // A lost answer is asked for again: then the email is known already, which is as good.
  await send(world, '/api/user/signup', { ...account, name: 'Asha Rao', phone: '9876543210' }, {}, [
    ...[200, 400, 409],
  ])
  const { headers } = await send(world, '/api/user/signin', account)
  const cookie = headers.getSetCookie().map((one) => one.split(';')[0])
  const mine = { cookie: cookie.join('; ') }
  const addition = { productid: `p${randomInt(PRODUCTS)}`, quantity: 1 }
  const key = { 'idempotency-key': randomUUID() }
  const added = await send(world, '/api/cart/add', addition, { ...mine, ...key }, [200, 400, 409])
  // Others were faster and have the last pack.
  if (added.status !== 200) return
  const checkout = await send(world, '/api/checkout', BILLING, mine, [200, 409])
  const begun = attemptSchema.safeParse(await checkout.json())
  // Sold out meanwhile.
  if (!begun.success || randomInt(10) === 0) return
  if (randomInt(20) === 0) await pause(HOLD_MS + 300)
  const { attempt, orderid } = begun.data
  const { payment, proof } = world.standIn.pay(orderid)
  const { paymentId: paymentid, signature } = proof
  const tell = () =>
    world.fleet.ask('/api/orders/create', asked(world, { attempt, paymentid, signature }, mine))
  const news = [
    ...Array.from({ length: randomInt(3) }, () => tell),
    ...Array.from({ length: randomInt(3) }, () => () => notify(world, payment, WEBHOOK)),
  ]
  await Promise.all(news.map((one) => one()))
}

const WEBHOOK = '/api/webhooks/razorpay'

const asked = ({ fleet }: World, body: object, headers: Record<string, string>): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', origin: fleet.origin, ...headers },
})

/** Asks until there is an answer with one of these statuses, as a browser's user does. */
async function send(
  world: World,
  path: string,
  body: object,
  headers: Record<string, string> = {},
  good: number[] = [200],
): Promise<Response> {
  const ask = async () => {
    const response = await world.fleet.ask(path, asked(world, body, headers))
    return response && good.includes(response.status) ? response : undefined
  }
  const answer = await untilThere(ask, { everyMs: 100, limitMs: PATIENCE_MS })
  if (!answer) throw new Error(`${path} had no answer`)
  return answer
}
