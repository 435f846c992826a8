import pino from 'pino'
import { expect, test } from 'vitest'
import { watchJobs } from '#lib/server/jobs/watch-jobs.ts'
import { openMailer } from '#lib/server/mail/mailer.ts'
import { queueMail } from '#lib/server/mail/queue-mail.ts'
import { stockHandler } from '#lib/server/orders/stock.ts'
import { webhookHandler } from '#lib/server/orders/payment/webhooks.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openBrokenServer } from '#tests/support/outside/mail-server.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

forEachDatabase((open) => {
  test('thirty mails to a server that never greets delay no captured payment and no page (F42 F12)', async () => {
    await using shop = await openPaidShop(open)
    await using silent = await openBrokenServer(() => {})
    for (let at = 0; at < 30; at++) {
      const mail = { to: `a${at}@example.com`, subject: 'Hello', text: 'Hello', html: 'Hello' }
      await shop.db.transaction().execute((trx) => queueMail(trx, mail))
    }
    const { dataDir, payments } = shop
    const settings = {
      ...{ smtpUrl: silent.url, mailFrom: 'shop@example.com', dataDir, jobLeaseMs: 30_000 },
      publicUrl: new URL('http://localhost:4321'),
    }
    const mailer = openMailer(settings)
    const handlers = {
      ...{ mail: mailer.handle, webhook: webhookHandler(payments) },
      stock: stockHandler(shop.db),
    }
    const log = { logger: pino({ level: 'silent' }) }
    const stop = watchJobs(shop.db, settings, log, handlers)
    try {
      await shop.put(shop.asha.id)
      const { orderid } = await shop.attempt()
      const { payment } = shop.standIn.pay(orderid)
      const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
      expect(await shop.webhook(raw, signature, eventId)).toBe(200)
      await expect.poll(() => shop.count('orders')).toBe(1)
      const waiting = () =>
        shop.db.selectFrom('job').select('id').where('kind', '=', 'stock').execute()
      await expect.poll(waiting).toEqual([])
    } finally {
      // Else a stop waits for what is being sent.
      await silent[Symbol.asyncDispose]()
      await stop()
      mailer.close()
    }
  })
})
