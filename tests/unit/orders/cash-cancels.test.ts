import { expect, test } from 'vitest'
import { limitTypedMail } from '#lib/server/accounts/typed-mail.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { openOrders } from '#tests/support/orders/orders-shop.ts'

const DAY_MS = 24 * 3_600_000

/** A shop where each cash order is cancelled at once, as often as orders are accepted. */
async function openCancels(open: () => Promise<TestDatabase>) {
  const shop = await openOrders(open, { stock: 100, settings: { cashUnconfirmed: true } })
  const orderOnce = async (
    { id, isGuest = false }: { id: string; isGuest?: boolean },
    change: Record<string, unknown>,
  ) => {
    await shop.db.deleteFrom('cart_item').execute()
    await shop.put(id)
    const read = readCheckout({ ...BILLING, payment: 'cod', ...change }, undefined)
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    const done = await startCheckout(shop.payments, { id, isGuest }, read.value)
    if (done.kind === 'order') await cancelOrder(shop.payments, id, done.orderId)
    return done
  }
  return { ...shop, orderOnce, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

forEachDatabase((open) => {
  for (const { known, change } of [
    {
      known: 'cart',
      change: (at: number) => ({
        phonenumber: `984500000${at}`,
        email: `a${at}@example.com`,
        streetaddressline1: `${at} MG Road`,
      }),
    },
    {
      known: 'telephone',
      change: (at: number) => ({
        email: `a${at}@example.com`,
        streetaddressline1: `${at} MG Road`,
      }),
    },
    {
      known: 'door',
      change: (at: number) => ({ phonenumber: `984500000${at}`, email: `a${at}@example.com` }),
    },
  ]) {
    test(`who orders in cash and calls off again and again is known by ${known}, and stopped for a day (G09)`, async () => {
      await using shop = await openCancels(open)
      const one = await openGuest(shop.db)
      const next = async (at: number) => {
        const { id } = known === 'cart' ? one : await openGuest(shop.db)
        return (await shop.orderOnce({ id, isGuest: true }, change(at))).kind
      }
      const kinds = [await next(0), await next(1), await next(2), await next(3), await next(4)]
      expect(kinds).toEqual(['order', 'order', 'order', 'order', 'refused'])
      shop.clock.ahead = DAY_MS + 60_000
      expect(await next(5)).toBe('order')
    })
  }

  test('an account with a confirmed mail is stopped too; who corrects an order twice is not (G09)', async () => {
    await using shop = await openCancels(open)
    const kinds = []
    for (let at = 0; at < 5; at++) kinds.push((await shop.orderOnce(shop.asha, {})).kind)
    expect(kinds).toEqual(['order', 'order', 'order', 'order', 'refused'])
  })

  test('an address that somebody typed gets five mails an hour, and the log says what was left out (H10)', async () => {
    await using shop = await openCancels(open)
    const { accounts, notes } = openTestAccounts(shop)
    for (let at = 0; at < 3; at++) {
      const { id } = await openGuest(shop.db)
      const door = { phonenumber: `984500000${at}`, streetaddressline1: `${at} MG Road` }
      await shop.orderOnce({ id, isGuest: true }, { email: 'Victim@example.com', ...door })
    }
    await shop.orderOnce(shop.asha, {})
    const sent: string[] = []
    const mail = limitTypedMail(accounts, async ({ payload }) => void sent.push(payload.to))
    const jobs = shop.db.selectFrom('job').selectAll().where('kind', '=', 'mail')
    const toVictim = () => sent.filter((to) => to.toLowerCase() === 'victim@example.com')
    let isRetried = false
    // The database gives them in any order.
    for (const job of await jobs.execute()) {
      await performJob({ mail }, { ...job, attempts: 1 })
      if (isRetried || toVictim().length === 0) continue
      // A mail that failed is retried, but not counted again.
      await performJob({ mail }, { ...job, attempts: 2 })
      isRetried = true
    }
    expect(toVictim()).toHaveLength(6)
    expect(sent.filter((to) => to === shop.asha.email)).toHaveLength(2)
    expect(notes.map(({ text }) => text)).toEqual([expect.stringContaining('was left out')])
  })
})
