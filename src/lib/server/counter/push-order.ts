import type { Trx } from '#lib/server/database/schema.ts'
import { orderPath } from '#lib/counter/order-filter.ts'
import { priceText } from '#lib/money.ts'
import type { PushMessage } from '#lib/counter/push.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { JobHandler } from '#lib/server/jobs/queue.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import { sendPush } from '#lib/server/push/send-push.ts'
import { forgetSubscription, listSubscriptions } from '#lib/server/push/subscriptions.ts'
import { vapidKey } from '#lib/server/push/vapid.ts'
import { newOrderMail } from '#lib/texts/page/counter.ts'
import { type CounterContext, dueOf } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'

/** Queues a push message for each subscribed browser of the desk, in the transaction of the notice. */
export async function queuePushes(trx: Trx, orderId: string, round: number): Promise<void> {
  for (const { id } of await listSubscriptions(trx)) {
    await queueJob(trx, 'push', { subscriptionId: id, orderId, round })
  }
}

/** Sends one push message; a subscription that its push service no longer knows is deleted. */
export const pushHandler =
  ({ db, now }: CounterContext, { publicUrl }: { publicUrl: URL }): JobHandler<'push'> =>
  async ({ payload: { subscriptionId, orderId, round } }) => {
    const all = await listSubscriptions(db)
    const to = all.find(({ id }) => id === subscriptionId)
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirst()
    if (!to || !order) return
    const { email } = await loadShop(db)
    const contact = email === '' ? publicUrl.origin : `mailto:${email}`
    const text = JSON.stringify(messageOf(order, round, to.isSignedIn))
    const parcel = { to, key: await vapidKey(db), contact, topic: order.number, text }
    if (!(await sendPush(parcel, now()))) await forgetSubscription(db, subscriptionId)
  }

/** A device on which nobody is signed in any more may be lost: it still rings, but learns no buyer (A28). */
function messageOf(order: OrderRow, round: number, isSignedIn: boolean): PushMessage {
  const sum = priceText(dueOf(order))
  const { number, fullname, city, zipcode } = order
  const isPaid = order.payment_id !== null
  const about = `${fullname}, ${city} ${zipcode}. ${isPaid ? newOrderMail.paid(sum) : newOrderMail.cash(sum)}`
  const first = isSignedIn ? newOrderMail.subject(number, sum) : newOrderMail.plain(number)
  return {
    title: round === 0 ? first : newOrderMail.again(number),
    body: isSignedIn ? about : newOrderMail.signIn,
    ...{ path: orderPath(number), tag: number },
  }
}
