import type { Kysely } from 'kysely'
import type { Accounts } from './accounts/accounts.ts'
import { accountJobs } from './accounts/jobs.ts'
import { phoneCodeHandler } from './accounts/phone-code.ts'
import { watchAccounts } from './accounts/tidy.ts'
import { counterJobs, watchCounter } from './counter/watch.ts'
import type { Database } from './database/schema.ts'
import { createFaultReporter } from './fault-reporter.ts'
import type { Log } from './http/log.ts'
import type { JobHandlers } from './jobs/queue.ts'
import { watchJobs } from './jobs/watch-jobs.ts'
import { openMailer } from './mail/mailer.ts'
import { openMessenger } from './mail/messenger.ts'
import { watchPayments } from './orders/payment/reconcile.ts'
import { demoWebhookHandler, webhookHandler } from './orders/payment/webhooks.ts'
import { stockHandler } from './orders/stock.ts'
import type { Payments } from './payments/payments.ts'
import type { Publisher } from './publish/publisher.ts'
import { watchCatalogue } from './publish/watch.ts'
import type { Settings } from './settings/settings.ts'
import { watchSweep } from './sweep.ts'

type Parts = {
  settings: Settings
  db: Kysely<Database>
  log: Log
  publisher: Publisher
  accounts: Accounts
  payments: Payments
}

/** What goes on while the doors are open; each is stopped when nothing brings it work any more. */
export function startBackground({ settings, db, log, publisher, accounts, payments }: Parts) {
  const stopWatching = watchCatalogue(
    publisher,
    createFaultReporter(log.logger, 'Publishing failed; it is tried again'),
  )
  const mailer = openMailer(settings)
  const messenger = openMessenger(settings)
  const handlers: JobHandlers = {
    mail: mailer.handle,
    ...accountJobs(accounts, mailer.send),
    ...paymentJobs(payments),
    ...counterJobs(payments, settings, messenger),
    'phone-code': phoneCodeHandler(accounts, messenger.send),
  }
  const stopHandling = watchJobs(db, settings, log, handlers)
  const stopPayments = watchPayments(payments)
  const stopCounter = watchCounter(payments, log)
  const stopTidying = watchAccounts(accounts)
  const stopSweeping = watchSweep(db, (error) => {
    log.logger.error({ err: error }, 'Old rows could not be removed; it is tried again')
  })
  return {
    async stopWork() {
      stopTidying()
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
