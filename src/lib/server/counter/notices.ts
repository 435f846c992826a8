import { stageOf } from '#lib/counter/stages.ts'
import { MINUTE_MS } from '#lib/server/durations.ts'
import { priceText } from '#lib/money.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { type JobHandler, queueJob } from '#lib/server/jobs/queue.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { queueMail } from '#lib/server/mail/queue-mail.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import { newOrderMail } from '#lib/texts/page/counter.ts'
import { type CounterContext, dueOf, claimNotice } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { queuePushes } from './push-order.ts'
import { announceOrder } from '#lib/server/orders/announce-order.ts'
import { readOrderLines, lineName } from '#lib/server/orders/order-lines.ts'

/** A reminder of an order that nobody has accepted comes after each such interval, six times. */
const REMIND_AFTER_MS = 10 * MINUTE_MS
const MAX_REMINDERS = 6

type NoticeSettings = { publicUrl: URL; orderWebhookUrl: string | undefined }

/** Tells the shop of a new order by mail, push and its own webhook; once per round (I5). */
export const newOrderHandler =
  ({ db, now }: CounterContext, settings: NoticeSettings): JobHandler<'new-order'> =>
  async ({ payload: { orderId, round } }) => {
    await inTransaction(db, async (trx) => {
      const order = await trx
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', orderId)
        .executeTakeFirst()
      const isOver = !order || (round > 0 && stageOf(order) !== 'new')
      if (isOver || !(await claimNotice(trx, orderId, `shop-${round}`, now()))) return DONE
      await mailShop(trx, order, round, settings.publicUrl)
      if (settings.orderWebhookUrl !== undefined)
        await queueJob(trx, 'order-hook', { orderId, round })
      await queuePushes(trx, orderId, round)
      return DONE
    })
  }

const DONE = { ok: true, value: undefined } as const

async function mailShop(trx: Trx, order: OrderRow, round: number, publicUrl: URL): Promise<void> {
  const shop = await loadShop(trx)
  const to = mailAddressSchema.safeParse(shop.email)
  if (!to.success) return
  const sum = priceText(dueOf(order))
  const lines = await readOrderLines(trx, order.id)
  const title =
    round === 0 ? newOrderMail.subject(order.number, sum) : newOrderMail.again(order.number)
  const paragraphs = [
    ...(round === 0 ? [] : [newOrderMail.waits]),
    `${order.fullname}, ${order.city} ${order.zipcode}`,
    order.payment_id === null ? newOrderMail.cash(sum) : newOrderMail.paid(sum),
    ...lines.map((line) => `${line.now} x ${lineName(line)}`),
  ]
  const href = new URL(`/desk/orders/${order.number}`, publicUrl).href
  const letter = {
    title,
    paragraphs,
    action: { label: newOrderMail.open, href },
    sender: shop.name,
  }
  await queueMail(trx, { to: to.data, subject: title, ...writeMail(letter) })
}

/** Queues reminders of orders that have waited too long. @returns how many such orders there are */
export async function remindOfOrders(db: Db, now: number): Promise<number> {
  const waiting = await db
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('status', 'in', ['pending', 'confirmed'])
    .where('accepted_at', 'is', null)
    .where('ended', 'is', null)
    .where('created_at', '<=', now - REMIND_AFTER_MS)
    .where('created_at', '>', now - (MAX_REMINDERS + 1) * REMIND_AFTER_MS)
    .execute()
  for (const { id, created_at } of waiting) {
    const round = Math.floor((now - created_at) / REMIND_AFTER_MS)
    await inTransaction(db, async (trx) => {
      // If two servers look at the same time, one of them queues it.
      const isFirst = await claimNotice(trx, id, `remind-${round}`, now)
      if (isFirst) await announceOrder(trx, id, round)
      return DONE
    })
  }
  return waiting.length
}
