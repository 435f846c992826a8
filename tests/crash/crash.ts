import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../src/lib/server/database/schema.ts'
import { RazorpayStandIn, type StoredPayment } from '../razorpay/stand-in.ts'
import { fill, productRow } from '../unit/catalogue-rows.ts'

/** Each of them is a place where every server dies now and then; `random` is any moment. */
const STEPS = [
  ...['kp:cart-read', 'kp:attempt-saved', 'kp:gateway-order-made', 'kp:gateway-order-saved'],
  ...['kp:proof-checked', 'kp:order-tx-open', 'kp:order-saved', 'kp:job-start', 'kp:job-done'],
]
const PRODUCTS = 10
const SHOPPERS = 6
const HOLD_MS = 2500
const WAIT_MS = 90_000

type Options = {
  url: string
  db: Kysely<Database>
  dataDir: string
  servers: number
  count: number
  firstPort: number
  killEveryMs: number
}

/** What was found in the books of shop and gateway after all was quiet. */
export type Books = {
  checkouts: number
  kills: number
  captured: number
  orders: number
  refunded: number
  lost: number
  duplicates: number
  oversold: number
  wrongTotals: number
  /** Mails that were not sent, or sent twice under another name. */
  wrongMails: number
}

/**
 * Buys `count` times from servers that are killed by -9 at random moments and at each step, with
 * callbacks and webhooks that are lost, doubled and swapped; then compares the books (I1 to I5).
 */
export async function crash(options: Options): Promise<Books> {
  const { db, servers, count, firstPort } = options
  await using standIn = await RazorpayStandIn.open()
  const start = Math.ceil((count * 0.6) / PRODUCTS)
  await stockUp(db, start)
  const fleet = Array.from(
    { length: servers },
    (_, at) => new Server(options, standIn.url, firstPort + at),
  )
  const killing = new AbortController()
  try {
    await Promise.all(fleet.map((server) => server.start()))
    const kills = killAround(fleet, options.killEveryMs, killing.signal)
    let next = 0
    const shopper = async () => {
      for (let at = next++; at < count; at = next++) await buy(db, standIn, fleet, `buyer-${at}`)
    }
    await Promise.all(Array.from({ length: SHOPPERS }, shopper))
    killing.abort()
    await kills
    const done = fleet.reduce((sum, { deaths }) => sum + deaths, 0)
    await settle(db, standIn)
    return { ...(await audit(options, standIn, start)), checkouts: count, kills: done }
  } finally {
    killing.abort()
    await Promise.all(fleet.map((server) => server.stop()))
  }
}

/** A process that is started again whenever it has died. */
class Server {
  readonly address: string
  #args: string[]
  #child: ChildProcess | undefined
  deaths = 0
  isReady = false
  #isOver = false

  constructor({ url, dataDir }: Options, gateway: string, port: number) {
    this.address = `http://127.0.0.1:${port}`
    this.#args = ['tests/crash/server.ts', url, gateway, dataDir, String(HOLD_MS), String(port)]
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, this.#args, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#child = child
    child.once('exit', () => {
      this.isReady = false
      if (this.#isOver) return
      this.deaths++
      void this.start()
    })
    await new Promise<void>((resolve) => {
      child.stdout.once('data', () => {
        this.isReady = true
        resolve()
      })
      child.once('exit', () => resolve())
    })
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  async stop(): Promise<void> {
    this.#isOver = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exit
  }
}

async function killAround(fleet: Server[], everyMs: number, signal: AbortSignal): Promise<void> {
  let kills = 0
  while (!signal.aborted) {
    await pause(randomInt(everyMs, everyMs * 2), undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    // One that is still starting would only be kept from ever serving.
    const ready = fleet.filter(({ isReady }) => isReady)
    if (ready.length === 0) continue
    const server = pick(ready)
    const step = STEPS[kills % (STEPS.length * 2)]
    kills++
    if (step === undefined) server.kill()
    else await fetch(`${server.address}/die?at=${step}`, { method: 'POST' }).catch(() => {})
  }
}

async function stockUp(db: Kysely<Database>, stock: number): Promise<void> {
  const rows = Array.from({ length: PRODUCTS }, (_, at) =>
    productRow({ number: at + 1, id: `p${at}`, price_paise: 1000 + at * 7, stock }),
  )
  await fill(db, ['staples'], rows)
  const json = JSON.stringify({ name: 'Crash Stores' })
  await db.insertInto('shop').values({ id: 1, json }).execute()
}

/** One shopper: checkout, payment, and news of it that come, do not come, or come twice. */
async function buy(db: Kysely<Database>, standIn: RazorpayStandIn, fleet: Server[], user: string) {
  await register(db, user)
  const checkout = await untilAnswered(fleet, `/checkout?user=${user}`)
  const attempt = attemptOf(checkout)
  if (!attempt) return
  const { attempt: id, orderid } = attempt
  if (randomInt(10) === 0) return
  // Some think it over for longer than their products are kept.
  if (randomInt(20) === 0) await pause(HOLD_MS + 300)
  const { payment, proof } = standIn.pay(orderid)
  const news = [
    ...times(
      randomInt(3),
      () => () => callBack(fleet, `/create?user=${user}&attempt=${id}`, proof),
    ),
    ...times(randomInt(3), () => () => notify(standIn, fleet, payment)),
  ].toSorted(() => randomInt(3) - 1)
  await Promise.all(news.map((tell) => tell()))
}

async function register(db: Kysely<Database>, id: string): Promise<void> {
  const now = new Date()
  const product = `p${randomInt(PRODUCTS)}`
  const times = { created_at: now, updated_at: now }
  // The servers write at the same time.
  for (let tries = 0; ; tries++) {
    try {
      await db.transaction().execute(async (trx) => {
        const row = { id, name: id, email: `${id}@example.com`, image: null, phone: '', ...times }
        await trx
          .insertInto('user')
          .values({ ...row, email_verified: true })
          .execute()
        await trx.insertInto('cart').values({ user_id: id, revision: 1 }).execute()
        const item = { id: randomUUID(), user_id: id, product_id: product, choice: '', quantity: 1 }
        const seen = 1000 + Number(product.slice(1)) * 7
        await trx
          .insertInto('cart_item')
          .values({ ...item, seen_price_paise: seen, created_at: 1, changed_at: 1 })
          .execute()
      })
      return
    } catch (error) {
      if (tries > 100) throw error
      await pause(20)
    }
  }
}

/** A shopper tries again until there is an answer, as a browser's user does. */
async function untilAnswered(fleet: Server[], path: string): Promise<unknown> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
    const response = await fetch(pick(fleet).address + path, { method: 'POST' }).catch(
      () => undefined,
    )
    const body: unknown = await response?.json().catch(() => undefined)
    if (response?.status === 200) return body
    if (response?.status === 409 && body !== 'unavailable') return undefined
    await pause(50)
  }
  throw new Error(`No answer to ${path}`)
}

function attemptOf(checkout: unknown): { attempt: string; orderid: string } | undefined {
  if (typeof checkout !== 'object' || checkout === null || !('attempt' in checkout))
    return undefined
  const { attempt } = checkout as { attempt: { attempt: string; orderid: string } }
  return attempt
}

async function callBack(fleet: Server[], path: string, proof: object): Promise<void> {
  const init = { method: 'POST', body: JSON.stringify(proof) }
  await fetch(pick(fleet).address + path, init).catch(() => {})
}

async function notify(standIn: RazorpayStandIn, fleet: Server[], payment: StoredPayment) {
  const { raw, signature, eventId } = standIn.webhook(
    pick(['payment.captured', 'order.paid']),
    payment,
  )
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
  for (let copy = randomInt(1, 3); copy > 0; copy--) {
    const init = { method: 'POST', body: new Uint8Array(raw), headers }
    await fetch(`${pick(fleet).address}/webhook`, init).catch(() => {})
  }
}

/** Waits until no captured money is without an end, no hold and no job is left. */
async function settle(db: Kysely<Database>, standIn: RazorpayStandIn): Promise<void> {
  const until = Date.now() + WAIT_MS
  while (Date.now() < until) {
    const known = await db
      .selectFrom('payment')
      .select('provider_payment_id')
      .where('outcome', 'is not', null)
      .execute()
    const open = await db.selectFrom('attempt').select('id').where('state', '=', 'open').execute()
    const refunds = await db
      .selectFrom('refund')
      .select('id')
      .where('state', '=', 'pending')
      .execute()
    const jobs = await db.selectFrom('job').select('id').execute()
    const isQuiet = [open, refunds, jobs].every(({ length }) => length === 0)
    if (isQuiet && known.length === standIn.payments.length) return
    await pause(200)
  }
}

async function audit({ db, dataDir }: Options, standIn: RazorpayStandIn, start: number) {
  const payments = await db.selectFrom('payment').selectAll().execute()
  const orders = await db.selectFrom('orders').selectAll().execute()
  const items = await db.selectFrom('order_item').selectAll().execute()
  const products = await db.selectFrom('product').select(['id', 'stock']).execute()
  const mails = await db.selectFrom('job').select('id').where('kind', '=', 'mail').execute()
  const refunds = await db.selectFrom('refund').select('id').execute()
  const outbox = join(dataDir, 'outbox')
  const sent = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
  const byRef = new Map(payments.map((payment) => [payment.provider_payment_id, payment]))
  const orderOf = new Map(orders.map((order) => [order.payment_id, order]))
  const isSettled = ({ id, status }: StoredPayment) => {
    const payment = byRef.get(id)
    if (!payment) return false
    const isKept = status === 'captured' && orderOf.has(payment.id)
    return (
      isKept || (status === 'refunded' && payment.outcome === 'refund' && !orderOf.has(payment.id))
    )
  }
  const sold = new Map<string, number>()
  for (const { product_id, quantity } of items)
    sold.set(product_id, (sold.get(product_id) ?? 0) + quantity)
  const sumOf = (id: string) =>
    items.filter((item) => item.order_id === id).reduce((sum, item) => sum + item.subtotal_paise, 0)
  const paid = new Map(standIn.payments.map((payment) => [payment.id, payment.amount]))
  const isWrong = (order: (typeof orders)[number]) => {
    const payment = payments.find(({ id }) => id === order.payment_id)
    const amount = paid.get(payment?.provider_payment_id ?? '')
    return amount !== order.amount_paise || sumOf(order.id) !== order.amount_paise
  }
  return {
    captured: standIn.payments.length,
    orders: orders.length,
    refunded: standIn.payments.filter(({ status }) => status === 'refunded').length,
    lost: standIn.payments.filter((payment) => !isSettled(payment)).length,
    duplicates:
      orders.length -
      new Set(orders.map(({ attempt_id }) => attempt_id)).size +
      standIn.orders.length -
      new Set(standIn.orders.map(({ receipt }) => receipt)).size,
    oversold: products.filter(({ id, stock }) => (stock ?? 0) + (sold.get(id) ?? 0) !== start)
      .length,
    wrongTotals: orders.filter(isWrong).length,
    wrongMails: mails.length + Math.abs(sent.length - orders.length - refunds.length),
  }
}

const times = <Value>(count: number, make: () => Value): Value[] =>
  Array.from({ length: count }, make)

function pick<Value>(list: readonly Value[]): Value {
  const found = list[randomInt(list.length)]
  if (found === undefined) throw new Error('Nothing to pick from')
  return found
}
