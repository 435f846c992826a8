import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { newOrderHandler } from '#lib/server/counter/notices.ts'
import { orderHookHandler } from '#lib/server/counter/order-hook.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { openListener } from '#tests/support/outside/listener.ts'

test('the webhook of the shop is signed, and called again under the same name until it is taken', async () => {
  await using shop = await openCounter(openSqlite)
  const { calls, url } = await openListener([500, 204])
  const settings = {
    ...{ publicUrl: new URL('http://localhost:4321'), orderWebhookUrl: url },
    orderWebhookSecret: 'a secret of the shop',
  }
  const handlers = {
    'new-order': newOrderHandler(shop.payments, settings),
    'order-hook': orderHookHandler(shop.payments, settings),
  }
  await shop.db.updateTable('product').set({ unit: '500 g' }).execute()
  const id = await shop.cashOrder(2)
  const jobs = (kind: string) =>
    shop.db.selectFrom('job').selectAll().where('kind', '=', kind).execute()
  for (const job of await jobs('new-order')) {
    await performJob(handlers, job)
  }
  const [hook] = await jobs('order-hook')
  if (!hook) throw new Error('No call is queued')
  const call = () => performJob(handlers, hook)
  await expect(call()).rejects.toThrow('500')
  await call()
  const [first, second] = calls
  expect(first).toEqual(second)
  const signed = createHmac('sha256', settings.orderWebhookSecret).update(first?.body ?? '')
  expect(first).toMatchObject({ signature: `sha256=${signed.digest('hex')}`, delivery: `${id}-0` })
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    event: 'order.new',
    order: {
      id,
      payment: 'cash',
      total: 299,
      lines: [{ title: 'Toor Dal', unit: '500 g', quantity: 2 }],
    },
  })
})
