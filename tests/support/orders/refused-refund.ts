import { showOrder } from '#lib/server/counter/show-order.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import type { CounterShop } from './counter-shop.ts'

export const HOUR = 3_600_000
/** The provider’s answer while the shop’s balance there is too small. */
export const NO_BALANCE = { kind: 'status', status: 400 } as const
/** How often the provider was asked for a refund. */
export const asked = ({ standIn }: CounterShop) =>
  standIn.calls.filter((call) => call.endsWith('/refund')).length

/** An order as the desk shows it. */
export const shownBy = async (shop: CounterShop, id: string) => {
  const shown = await showOrder(shop.db, id, shop.payments.now())
  if (!shown) throw new Error('No order')
  return shown
}

/** Says of a refund, the first unless another is named, that it was given back elsewhere. */
export const giver = (shop: CounterShop, id: string) => {
  return async (how: string, reference = '', index = 0) => {
    const { refunds } = await shownBy(shop, id)
    return shop.act(id, 'elsewhere', { refund: refunds[index]?.id ?? '', how, reference })
  }
}

/** An order that was paid, then cancelled, and whose refund the provider has refused. */
export async function refuseRefund(shop: CounterShop) {
  shop.standIn.always = undefined
  const id = await shop.paidOrder(2)
  await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
  shop.standIn.always = NO_BALANCE
  await doRefunds(shop.payments)
  return { id, give: giver(shop, id) }
}

/** Lets the provider take refunds again, and tries all that are due in the next days. */
export async function tryForDays(shop: CounterShop) {
  shop.standIn.always = undefined
  for (let hour = 0; hour < 60; hour += 3) {
    shop.clock.ahead = hour * HOUR
    await doRefunds(shop.payments)
  }
}

/** What needs the owner’s attention, in words. */
export const alarms = async ({ db }: CounterShop) =>
  (await listAttention(db)).map(({ reason, detail }) => `${reason}: ${detail}`)
