import type { OrderAction } from '#lib/counter/order-actions.ts'
import { actOnOrder } from '#lib/server/counter/act.ts'
import { showOrder } from '#lib/server/counter/show-order.ts'
import type { Actor } from '#lib/server/orders/record-order-action.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { BILLING } from './billing.ts'
import type { TestDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

export const OWNER: Actor = { id: null, who: 'command line' }

/** A shop with a stand-in for Razorpay, and helpers to handle its orders. */
export async function openCounter(
  open: () => Promise<TestDatabase>,
  options: Parameters<typeof openPaidShop>[1] = {},
) {
  const shop = await openPaidShop(open, options)
  const { db, payments, asha } = shop
  const checkOut = async (fields: Record<string, unknown>, user: SignedInUser, block?: string) => {
    const read = readCheckout({ ...BILLING, ...fields }, undefined)
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    return startCheckout(payments, user, { ...read.value, addressBlock: block })
  }
  /**
   * Places an order with cash on delivery.
   * @returns its id
   */
  const cashOrder = async (quantity = 2, user = asha) => {
    await shop.put(user.id, 'dal', quantity)
    const done = await checkOut({ payment: 'cod' }, user)
    if (done.kind !== 'order') throw new Error(JSON.stringify(done))
    return done.orderId
  }
  /**
   * Places an order paid online.
   * @returns its id
   */
  const paidOrder = async (quantity = 2, user = asha) => {
    await shop.put(user.id, 'dal', quantity)
    const attempt = await shop.attempt(user)
    const { proof } = shop.standIn.pay(attempt.orderid)
    const done = await shop.confirm(attempt.attempt, proof, user)
    if (done.kind !== 'order') throw new Error(JSON.stringify(done))
    return done.orderId
  }
  const act = (id: string, action: OrderAction, input: Record<string, unknown> = {}) =>
    actOnOrder(payments, OWNER, id, action, input)
  /** Takes an order through the given steps. */
  const advance = async (id: string, ...steps: string[]) => {
    for (const to of steps) {
      const done = await act(id, 'step', { to })
      if (!done.ok) throw new Error(`${to}: ${done.error}`)
    }
  }
  /** Refunds a part of an order, or takes it off a cash order, as somebody who is looking at it. */
  const refund = async (
    id: string,
    amount: number | string,
    beyond: 'returned' | 'never' = 'returned',
  ) => {
    const { reduciblePaise = 0 } = (await showOrder(db, id, payments.now())) ?? {}
    const newtotal = Math.max(0, reduciblePaise / 100 - Number(amount)).toFixed(2)
    return act(id, 'refund', { amount, reason: 'dented', reduciblePaise, newtotal, beyond })
  }
  /** Records money that was taken for an order, as somebody who is looking at it. */
  const take = async (
    which: string,
    amount: string,
    how = 'cash',
    more: Record<string, string> = {},
  ) => {
    const shown = await showOrder(db, which, payments.now())
    return act(which, 'cash', { amount, how, ...more, restPaise: shown?.restPaise })
  }
  /** Corrects the first record of money, or that of this sum. */
  const correct = async (which: string, fields: Record<string, string>, paise?: number) => {
    const cash = (await showOrder(db, which, payments.now()))?.cash ?? []
    // Not by place: two records of one moment stand in any order.
    const entry = cash.find(({ amount_paise }) => paise === undefined || amount_paise === paise)
    return act(which, 'correct', { amount: '0', entry: entry?.id, ...fields })
  }
  const order = (id: string) =>
    db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...shop, checkOut, cashOrder, paidOrder, act, advance, refund, take, correct, order }
}
export type CounterShop = Awaited<ReturnType<typeof openCounter>>
