import type { Mail } from '#lib/server/mail/queue-mail.ts'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { openDemo } from '#lib/server/payments/demo.ts'
import type { Payments, PaymentSettings } from '#lib/server/payments/payments.ts'
import type { PaymentProvider } from '#lib/server/payments/provider.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { webhookHandler } from '#lib/server/orders/payment/webhooks.ts'
import { addUser } from '#tests/support/accounts.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import type { TestDatabase } from '#tests/support/databases/database.ts'
import { passMidnight } from '#tests/support/one-day.ts'

export const SECRET = 'a secret of the tests that is long enough'

/** A clock that a test can move: milliseconds added to the real time. */
export type Clock = { ahead: number }

/** Longer than a test of one shop takes, and well within a test's timeout. */
const TEST_MS = 60_000

/** The default settings. */
export const CASH_LIMITS = {
  ...{ cashLimitPaise: 500_000, cashOpenOrders: 2, cashUnconfirmed: false },
  messages: 'off' as const,
  ...{ unpaidUnits: 200, unpaidUnitsBlock: 1000, upiId: 'shop@okbank' },
}

export type CheckoutShop = Awaited<ReturnType<typeof openCheckout>>

/**
 * A shop with dal (tracked stock) and rice, one shopper, and payments without a server. It does not open just
 * before midnight in India, so that the books of today hold all of what a test does.
 */
export async function openCheckout(
  open: () => Promise<TestDatabase>,
  options: {
    stock?: number | null
    provider?: (db: Db) => PaymentProvider
    settings?: Partial<PaymentSettings>
  } = {},
) {
  await passMidnight(TEST_MS)
  const shop = await open()
  const { db } = shop
  await fill(
    db,
    ['staples'],
    [
      productRow({
        number: 1,
        id: 'dal',
        name: 'Toor Dal',
        price_paise: 14_950,
        stock: options.stock === undefined ? 10 : options.stock,
      }),
      productRow({ number: 2, id: 'rice', name: 'Rice', price_paise: 5000, stock: null }),
    ],
  )
  const json = JSON.stringify({ name: 'Sharma Stores', email: 'shop@example.com' })
  await db.insertInto('shop').values({ id: 1, json }).execute()
  const clock: Clock = { ahead: 0 }
  const payments = openTestPayments(db, clock, options)
  const asha = await addUser(db)
  return { ...shop, clock, payments, asha, ...tools(db, payments) }
}

/** Payments over a test's database, by default through the demo gateway. */
export function openTestPayments(
  db: Db,
  clock: Clock = { ahead: 0 },
  options: {
    provider?: (db: Db) => PaymentProvider
    settings?: Partial<PaymentSettings>
  } = {},
): Payments {
  const now = () => Date.now() + clock.ahead
  const demo = options.provider ? undefined : openDemo(db, SECRET, now)
  const provider = demo ?? options.provider?.(db)
  if (!provider) throw new Error('No provider')
  return {
    ...{ db, provider, demo, now },
    settings: {
      authSecret: SECRET,
      cashOnDelivery: true,
      ...CASH_LIMITS,
      holdMs: 900_000,
      holdUnconfirmedMs: 300_000,
      reconcileMs: 30_000,
      dataDir: tmpdir(),
      sendsNoMail: false,
      publicUrl: new URL('http://localhost:4321'),
      razorpayApiUrl: 'http://localhost',
      razorpayCheckoutJs: 'http://localhost/checkout.js',
      ...options.settings,
    },
    log: { info() {}, warn() {}, error() {} },
    step() {},
  }
}

/** Helpers to act on the shop and look into its database. */
function tools(db: Db, payments: Payments) {
  const put = async (userId: string, product = 'dal', quantity = 1, seen?: number) => {
    const { price_paise } = await db
      .selectFrom('product')
      .select('price_paise')
      .where('id', '=', product)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('cart')
      .values({ user_id: userId, revision: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = { user_id: userId, product_id: product, choice: '', quantity }
    const times = { created_at: 1, changed_at: 1 }
    await db
      .insertInto('cart_item')
      .values({ id: randomUUID(), ...row, seen_price_paise: seen ?? price_paise, ...times })
      .execute()
  }
  const stock = async (id = 'dal') =>
    (await db.selectFrom('product').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
      .stock
  const mails = async () => {
    const queued = db.selectFrom('job').select('payload').where('kind', '=', 'mail')
    const jobs = await queued.orderBy('created_at').execute()
    return jobs.map(({ payload }) => JSON.parse(payload) as Mail)
  }
  /** Processes all queued webhooks. */
  const work = async () => {
    const handlers = { webhook: webhookHandler(payments) }
    const jobs = await db.selectFrom('job').selectAll().where('kind', '=', 'webhook').execute()
    for (const job of jobs) {
      await performJob(handlers, job)
      await db.deleteFrom('job').where('id', '=', job.id).execute()
    }
  }
  const count = async (
    table: 'orders' | 'attempt' | 'payment' | 'refund' | 'attention' | 'cart_item',
  ) => {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  return { put, stock, mails, work, count }
}
