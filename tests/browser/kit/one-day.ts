import { test } from '@playwright/test'
import { leftOfDay, passMidnight } from '#tests/support/one-day.ts'

/**
 * Lets midnight in India pass first if it might come during this test: pages about a day then show
 * all of what it does.
 */
export async function withinOneDay(): Promise<void> {
  const { timeout } = test.info()
  if (leftOfDay() <= timeout) test.setTimeout(2 * timeout)
  await passMidnight(timeout)
}
