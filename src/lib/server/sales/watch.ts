import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#lib/server/database/schema.ts'
import type { Log } from '#lib/server/http/log.ts'
import { createFaultReporter } from '#lib/server/fault-reporter.ts'
import { turnDue } from './turn-due.ts'

/** How often to look; prices, banners and articles change at most this late. */
const POLL_INTERVAL_MS = 500

/**
 * Changes prices, banners and articles at their times while the server runs; first, those that were missed
 * while none ran.
 * @returns a function that stops, after the change under way
 */
export async function watchSales(db: Db, { logger }: Log): Promise<() => Promise<void>> {
  const stop = new AbortController()
  const { signal } = stop
  const reporter = createFaultReporter(
    logger,
    'Prices, banners and articles could not be turned; it will be tried again',
  )
  const turn = async () => {
    try {
      await turnDue(db)
      reporter.well()
    } catch (error) {
      reporter.fault(error)
    }
  }
  await turn()
  const watching = (async () => {
    while (!signal.aborted) {
      await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await turn()
    }
  })()
  return async () => {
    stop.abort()
    await watching
  }
}
