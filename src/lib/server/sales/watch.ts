import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { Log } from '#lib/server/http/log.ts'
import { createFaultReporter } from '#lib/server/fault-reporter.ts'
import { turnSales } from './turn.ts'
import { turnBanners } from './turn-banners.ts'

/** A price, or a banner, turns within this time of its minute. */
const POLL_INTERVAL_MS = 500

/**
 * Turns prices and banners at their minute while the server runs; first, those of minutes that it slept over.
 * @returns a function that stops, after what is under way
 */
export async function watchSales(
  db: Kysely<Database>,
  { logger }: Log,
): Promise<() => Promise<void>> {
  const stop = new AbortController()
  const { signal } = stop
  const reporter = createFaultReporter(
    logger,
    'Prices and banners could not be turned; it is tried again',
  )
  const turn = async () => {
    try {
      await turnSales(db)
      await turnBanners(db)
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
