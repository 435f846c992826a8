import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#lib/server/http/log.ts'
import { createFaultReporter } from '#lib/server/fault-reporter.ts'
import type { JobHandlers } from '#lib/server/jobs/queue.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import { sendAlerts } from '#lib/server/letters/stock-alerts.ts'
import type { CounterContext } from './counter.ts'
import { newOrderHandler, remindOfOrders } from './notices.ts'
import { pushHandler } from './push-order.ts'
import type { openMessenger } from '#lib/server/mail/messenger.ts'
import { orderHookHandler } from './order-hook.ts'

const POLL_INTERVAL_MS = 20_000

/** The handlers of the counter's jobs. */
export function counterJobs(
  counter: CounterContext,
  settings: Settings,
  messenger: Pick<ReturnType<typeof openMessenger>, 'handle'>,
): JobHandlers<'new-order' | 'order-hook' | 'push' | 'message'> {
  return {
    'new-order': newOrderHandler(counter, settings),
    'order-hook': orderHookHandler(counter, settings),
    push: pushHandler(counter, settings),
    message: messenger.handle,
  }
}

/**
 * While the server runs: sends reminders of orders that nobody has accepted, and tells people when a product
 * is back.
 * @returns a function that stops it
 */
export function watchCounter(
  { db, now }: CounterContext,
  accounts: Pick<Accounts, 'sign' | 'limits'>,
  { logger }: Log,
): () => Promise<void> {
  const stop = new AbortController()
  const reporter = createFaultReporter(
    logger,
    'The counter could not be looked after; it will be tried again',
  )
  const run = async () => {
    while (!stop.signal.aborted) {
      const time = now()
      await Promise.all([remindOfOrders(db, time), sendAlerts(db, accounts, time)]).then(
        reporter.well,
        reporter.fault,
      )
      await pause(POLL_INTERVAL_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    stop.abort()
    return running
  }
}
