import type { Accounts } from '#lib/server/accounts/accounts.ts'
import { limitTypedMail } from '#lib/server/accounts/typed-mail.ts'
import { accountJobs } from '#lib/server/accounts/jobs.ts'
import { phoneCodeHandler } from '#lib/server/accounts/phone-code.ts'
import { counterJobs, watchCounter } from '#lib/server/counter/watch.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { createFaultReporter } from '#lib/server/fault-reporter.ts'
import type { Log } from '#lib/server/http/log.ts'
import type { JobHandlers } from '#lib/server/jobs/queue.ts'
import { watchJobs } from '#lib/server/jobs/watch-jobs.ts'
import { openMailer } from '#lib/server/mail/mailer.ts'
import { openMessenger } from '#lib/server/mail/messenger.ts'
import { watchPayments } from '#lib/server/orders/payment/reconcile.ts'
import { demoWebhookHandler, webhookHandler } from '#lib/server/orders/payment/webhooks.ts'
import { stockHandler } from '#lib/server/orders/stock.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { Publisher } from '#lib/server/publish/publisher.ts'
import { watchCatalogue } from '#lib/server/publish/watch.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { watchSweep } from './sweep.ts'

type Parts = {
  settings: Settings
  db: Db
  log: Log
  publisher: Publisher
  accounts: Accounts
  payments: Payments
}

/** Starts the work in the background; each kind is stopped separately, once nothing gives it more work. */
export function startBackground({ settings, db, log, publisher, accounts, payments }: Parts) {
  const stopWatching = watchCatalogue(
    publisher,
    createFaultReporter(log.logger, 'Publishing failed; it will be tried again'),
  )
  const mailer = openMailer(settings)
  const messenger = openMessenger(settings)
  const handlers: JobHandlers = {
    mail: limitTypedMail(accounts, mailer.handle),
    ...accountJobs(accounts, mailer.send),
    ...paymentJobs(payments),
    ...counterJobs(payments, settings, messenger),
    'phone-code': phoneCodeHandler(accounts, messenger.send),
  }
  const stopHandling = watchJobs(db, settings, log, handlers)
  const stopPayments = watchPayments(payments)
  const stopCounter = watchCounter(payments, accounts, log)
  const stopSweeping = watchSweep(db, settings.dataDir, (error) => {
    log.logger.error({ err: error }, 'Old rows could not be removed; it will be tried again')
  })
  return {
    async stopWork() {
      stopSweeping()
      await stopPayments()
      await stopCounter()
    },
    async stopJobs() {
      await stopHandling()
      mailer.close()
    },
    async stopPublishing() {
      await stopWatching()
      await publisher.close()
    },
  }
}

const paymentJobs = (payments: Payments): JobHandlers<'stock' | 'webhook' | 'demo-webhook'> => ({
  stock: stockHandler(payments.db),
  webhook: webhookHandler(payments),
  'demo-webhook': demoWebhookHandler(payments),
})
