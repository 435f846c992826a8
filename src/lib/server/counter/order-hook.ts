import type { JobHandler } from '#lib/server/jobs/queue.ts'
import { type CounterContext, dueOf } from './counter.ts'
import { callSigned } from '#lib/server/signed-call.ts'
import { readOrderLines } from '#lib/server/orders/order-lines.ts'
import { paiseToRupees } from '#lib/money.ts'

type HookSettings = { orderWebhookUrl: string | undefined; orderWebhookSecret: string | undefined }

/**
 * Calls the shop's own webhook about a new order, with JSON signed over its bytes. It is retried until
 * answered with 2xx; the receiver recognises repeats by `x-kirana-delivery`.
 */
export const orderHookHandler =
  (
    { db }: CounterContext,
    { orderWebhookUrl: url, orderWebhookSecret: secret = '' }: HookSettings,
  ): JobHandler<'order-hook'> =>
  async ({ payload: { orderId, round } }) => {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirst()
    if (url === undefined || !order) return
    const lines = await readOrderLines(db, orderId)
    const content = {
      event: round === 0 ? 'order.new' : 'order.waiting',
      order: {
        ...{ id: order.id, number: order.number, status: order.status },
        ...{ total: paiseToRupees(dueOf(order)), currency: 'INR' },
        payment: order.payment_id === null ? 'cash' : 'paid',
        ...{ name: order.fullname, phone: order.phone, city: order.city, pin: order.zipcode },
        at: new Date(order.created_at).toISOString(),
        lines: lines.map(({ title, choice_label: choice, unit, now, price_paise }) => ({
          ...{ title, choice, unit: unit ?? '', quantity: now, price: paiseToRupees(price_paise) },
        })),
      },
    }
    await callSigned({ url, secret }, `${orderId}-${round}`, content)
  }
