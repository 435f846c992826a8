import { setTimeout as wait } from 'node:timers/promises'
import { test } from '@playwright/test'
import { dayEnd, indianDay } from '#lib/dates.ts'

/**
 * Lets midnight in India pass first if it might come during this test: pages about a day then show
 * all of what it does.
 */
export async function withinOneDay(): Promise<void> {
  const { timeout } = test.info()
  const now = Date.now()
  const leftMs = dayEnd(indianDay(now)) - now
  if (leftMs > timeout) return
  test.setTimeout(timeout + leftMs)
  // Timers may ring a moment early.
  await wait(leftMs + 100)
}
