import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { settleRefund } from '#lib/server/orders/refunds/settle-refund.ts'
import { settlePayment } from '#lib/server/orders/settle-payment.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { openPostgres } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { payAttempt, type PaidShop } from '#tests/support/outside/paid-attempt.ts'

const NEWS: Record<string, (shop: PaidShop, paymentId: string) => Promise<unknown>> = {
  'of a refund': (shop, paymentId) => {
    const refund = { id: 'rfnd_1', paymentId, amountPaise: 14_950, receipt: undefined }
    return settleRefund(shop.payments, { ...refund, state: 'processed' })
  },
  'that a payment went back': async ({ db, payments }, id) => {
    const { provider_order_id: orderId } = await db
      .selectFrom('attempt')
      .select('provider_order_id')
      .executeTakeFirstOrThrow()
    const sums = { amountPaise: 14_950, refundedPaise: 14_950, currency: 'INR' }
    const paid = { orderId: orderId ?? '', ...sums, method: 'card' }
    return settlePayment(payments, { ...paid, id, state: 'refunded', reason: '' })
  },
  'of a refund that was asked for': (shop) => doRefunds(shop.payments),
}

// Settling a payment that has no order yet locks the attempt first.
const FIRST = { 'the desk': 'orders', 'who settles it': 'attempt' } as const
const CASES = Object.entries(NEWS).flatMap(([news, bring]) =>
  Object.entries(FIRST).map(([who, first]) => ({ news, bring, who, first })),
)

for (const { news, bring, who, first } of CASES) {
  test(`news ${news} waits for ${who}, and holds no payment meanwhile (P7)`, async () => {
    await using shop = await openPaidShop(openPostgres)
    const { attempt, proof, payment } = await payAttempt(shop)
    const made = await shop.confirm(attempt, proof)
    if (made.kind !== 'order') throw new Error('No order')
    if (news.endsWith('asked for')) await cancelOrder(shop.payments, shop.asha.id, made.orderId)
    const desk = openDatabase(shop.url)
    const brought = await desk.transaction().execute(async (trx) => {
      await touch(trx, first)
      const bringing = bring(shop, payment.id)
      await expect.poll(() => countWaiting(shop)).toBe(1)
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      if (first === 'orders') await touch(trx, 'attempt')
      await touch(trx, 'payment')
      return { bringing }
    })
    await brought.bringing
    await desk.destroy()
    const { state } = await shop.db.selectFrom('payment').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('refunded')
  })
}

/** Actions that return units while somebody counts the shelf. */
const RETURNS: Record<string, (shop: CounterShop, id: string) => Promise<unknown>> = {
  'an order that is called off': (shop, id) =>
    shop.act(id, 'end', { as: 'cancelled', reason: 'Not wanted', units: 'back' }),
  'a line that is made fewer': (shop, id) =>
    shop.act(id, 'line', { position: 0, quantity: 1, units: 'back' }),
  'a hold that is over': (shop) => reconcile(shop.payments),
}

for (const [what, bring] of Object.entries(RETURNS)) {
  test(`${what} waits for a count of the shelf, and holds nothing that the count needs (I3)`, async () => {
    await using shop = await openCounter(openPostgres)
    const id = await shop.cashOrder(2)
    if (what.startsWith('a hold')) {
      await shop.put(shop.asha.id)
      await shop.attempt()
      shop.clock.ahead = 900_001
    }
    const desk = openDatabase(shop.url)
    const brought = await desk.transaction().execute(async (trx) => {
      const dal = trx.updateTable('product').set((eb) => ({ stock: eb.ref('stock') }))
      await dal.where('id', '=', 'dal').execute()
      const bringing = bring(shop, id)
      await expect.poll(() => countWaiting(shop)).toBe(1)
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      await trx
        .updateTable('stock_hold')
        .set((eb) => ({ missing: eb.ref('missing') }))
        .execute()
      return { bringing }
    })
    await brought.bringing
    await desk.destroy()
    expect(await shop.stock()).toBeGreaterThan(8 - Number(what.startsWith('a hold')))
  })
}

test('a try of a refund that begins while the owner says that it was given elsewhere comes first (P15)', async () => {
  await using shop = await openCounter(openPostgres)
  const id = await shop.paidOrder(2)
  await shop.act(id, 'end', { as: 'cancelled', reason: 'Not wanted', units: 'back' })
  shop.standIn.always = { kind: 'status', status: 400 }
  await doRefunds(shop.payments)
  const { id: refund } = await shop.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  const worker = openDatabase(shop.url)
  const pressed = await worker.transaction().execute(async (trx) => {
    const claim = trx
      .updateTable('refund')
      .set((eb) => ({ tries: eb('tries', '+', 1), refused_at: null }))
    await claim.execute()
    const press = shop.act(id, 'elsewhere', { refund, how: 'cash', reference: '' })
    await expect.poll(() => countWaiting(shop)).toBe(1)
    return { press }
  })
  expect(await pressed.press).toEqual({ ok: false, error: 'underWay' })
  await worker.destroy()
  const refunds = await shop.db.selectFrom('refund').select(['state', 'given_how']).execute()
  expect(refunds).toEqual([{ state: 'pending', given_how: null }])
})

/** Locks the only row of a table, as somebody who is about to change it. */
async function touch(db: Db, table: 'orders' | 'attempt' | 'payment') {
  await sql`update ${sql.table(table)} set id = id`.execute(db)
}

/** Number of this database's transactions that wait for a row's lock. */
async function countWaiting({ db }: Pick<PaidShop, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return Number(rows[0]?.count)
}
