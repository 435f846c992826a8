import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { billNumber } from '#lib/checkout/bill.ts'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { billsOf, financialYear, issueBill } from '#lib/server/orders/bills/bills.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { refundOrder } from '#lib/server/orders/refund-order.ts'
import { requestPart } from '#lib/server/orders/refunds/refund-rows.ts'
import { forEachDatabase, openPostgres } from '#tests/support/databases/database.ts'
import { insist } from '#tests/support/orders/insist.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { addUser } from '#tests/support/accounts.ts'

const CALLED_OFF = { as: 'cancelled', reason: 'Not wanted', units: 'back' }
const GSTIN = '27AAPFU0939F1ZV'

type Shop = Awaited<ReturnType<typeof openPaidShop>>

const sellAs = (shop: Shop, fields: Record<string, string>) =>
  shop.db
    .updateTable('shop')
    .set({ json: JSON.stringify({ name: 'Sharma Stores', ...fields }) })
    .execute()

async function order(shop: Shop, fields = {}) {
  await shop.put(shop.asha.id, 'rice')
  const made = await shop.begin(shop.asha, fields)
  if (made.kind === 'order') return made.orderId
  if (made.kind !== 'attempt') throw new Error(JSON.stringify(made))
  const { proof } = shop.standIn.pay(made.attempt.orderid)
  const paid = await shop.confirm(made.attempt.attempt, proof)
  if (paid.kind !== 'order') throw new Error(paid.kind)
  return paid.orderId
}

forEachDatabase((open) => {
  test('fifty orders at once, and kills between them, have numbers without a gap', async () => {
    await using shop = await openPaidShop(open)
    const first = await order(shop, { payment: 'cod' })
    const users = await Promise.all(
      Array.from({ length: 50 }, (_, at) => addUser(shop.db, `Shopper ${at}`)),
    )
    for (const user of users) await shop.put(user.id, 'rice')
    /** A process that dies between taking a number and its COMMIT. */
    const die = () =>
      shop.db.transaction().execute(async (trx) => {
        const bill = { id: `${first}`, amount_paise: 100, region: 'Goa', country: 'India' }
        await issueBill(trx, bill, Date.now()).catch(() => {})
        throw new Error('killed')
      })
    const deaths = Array.from({ length: 12 }, () => die().catch(() => 'dead'))
    const made = users.map((user) => insist(() => shop.begin(user, { payment: 'cod' })))
    expect(new Set((await Promise.all(made)).map(({ kind }) => kind))).toEqual(new Set(['order']))
    await Promise.all(deaths)
    const bills = await shop.db.selectFrom('bill').select('number').orderBy('number').execute()
    expect(bills.map(({ number }) => number)).toEqual(Array.from({ length: 51 }, (_, at) => at + 1))
  })

  test('a bill names its seller as on the day of the order, and its kind as they were then', async () => {
    await using shop = await openPaidShop(open)
    await sellAs(shop, { legalname: 'Sharma & Sons', address: 'Pune' })
    const [supply] = await billsOf(shop.db, await order(shop, { payment: 'cod' }))
    await sellAs(shop, { legalname: 'Sharma Pvt Ltd', gstin: GSTIN })
    await shop.db.updateTable('product').set({ gst_percent: 5 }).execute()
    const [invoice] = await billsOf(shop.db, await order(shop))
    await sellAs(shop, { legalname: 'Somebody else' })
    expect(supply).toMatchObject({
      ...{ kind: 'supply', number: 1, amount_paise: 5000 },
      seller: { legalname: 'Sharma & Sons', address: 'Pune', gstin: '' },
    })
    expect(invoice).toMatchObject({
      ...{ kind: 'invoice', number: 1, seller: { legalname: 'Sharma Pvt Ltd', gstin: GSTIN } },
    })
  })

  test('what bears no tax is sold with a bill of supply, also by a seller with a GSTIN (P19)', async () => {
    await using shop = await openPaidShop(open)
    await sellAs(shop, { gstin: GSTIN })
    const rate = (gst_percent: number | null) =>
      shop.db.updateTable('product').set({ gst_percent }).where('id', '=', 'rice').execute()
    const kinds = []
    for (const percent of [null, 0, 5]) {
      await rate(percent)
      const [bill] = await billsOf(shop.db, await order(shop))
      kinds.push(bill?.kind)
    }
    expect(kinds).toEqual(['supply', 'supply', 'invoice'])
  })

  test('what is refunded or called off has credit notes, numbered likewise, never over more than the bill', async () => {
    await using shop = await openPaidShop(open)
    await sellAs(shop, { gstin: GSTIN })
    const paid = await order(shop)
    const cash = await order(shop, { payment: 'cod' })
    const { payment_id } = await shop.db
      .selectFrom('orders')
      .select('payment_id')
      .where('id', '=', paid)
      .executeTakeFirstOrThrow()
    await shop.db.transaction().execute(async (trx) => {
      await requestPart(trx, { id: payment_id ?? '' }, 1500, { reason: 'owner' }, Date.now())
    })
    await cancelOrder(shop.payments, shop.asha.id, cash)
    await refundOrder(shop.db, paid, Date.now())
    await refundOrder(shop.db, paid, Date.now())
    const credits = async (id: string) =>
      (await billsOf(shop.db, id))
        .filter(({ kind }) => kind === 'credit')
        .map(({ number, amount_paise }) => [number, amount_paise])
    expect(await credits(paid)).toEqual([
      [1, 1500],
      [3, 3500],
    ])
    expect(await credits(cash)).toEqual([[2, 5000]])
  })
})

for (const [by, end] of Object.entries({
  shopper: (shop: Shop, id: string) => cancelOrder(shop.payments, shop.asha.id, id),
  shop: (shop: Shop, id: string) =>
    actOnOrder(shop.payments, { id: null, who: 'desk' }, id, 'end', CALLED_OFF),
})) {
  test(`an order that the ${by} calls off takes no number of the books before its units are back`, async () => {
    await using shop = await openPaidShop(openPostgres)
    const buy = async () => {
      await shop.put(shop.asha.id)
      const made = await shop.begin(shop.asha, { payment: 'cod' })
      if (made.kind !== 'order') throw new Error(made.kind)
      return made.orderId
    }
    await cancelOrder(shop.payments, shop.asha.id, await buy())
    const id = await buy()
    const other = openDatabase(shop.url)
    const done = await other.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      // Somebody buys the same product, and then writes a credit note.
      await trx.updateTable('product').set({ name: 'Dal' }).where('id', '=', 'dal').execute()
      const ending = end(shop, id)
      await expect.poll(() => countWaiting(shop)).toBe(1)
      await trx.updateTable('bill_series').set({ last: 1 }).where('kind', '=', 'credit').execute()
      return { ending }
    })
    expect(await done.ending).toMatchObject({ ok: true })
    await other.destroy()
    const credits = shop.db.selectFrom('bill').select('number').where('kind', '=', 'credit')
    expect(await credits.orderBy('number').execute()).toEqual([{ number: 1 }, { number: 2 }])
  })
}

/** Number of this database's transactions that wait for a row's lock. */
async function countWaiting({ db }: Shop): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return Number(rows[0]?.count)
}

test('the financial year begins on the first of April in India, and a number fits sixteen characters', () => {
  expect(financialYear(Date.parse('2027-03-31T18:29:59Z'))).toBe('2627')
  expect(financialYear(Date.parse('2027-03-31T18:30:00Z'))).toBe('2728')
  const number = billNumber({ kind: 'invoice', year: '2627', number: 1_234_567 })
  expect(number).toBe('T/2627/1234567')
  expect(number.length).toBeLessThanOrEqual(16)
})
