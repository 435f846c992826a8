import type { Page, Request } from '@playwright/test'
import { expect } from '#tests/browser/test.ts'

/** Stops the page's clock, which the test must have installed. */
export async function stopClock(page: Page): Promise<void> {
  // If more than that second passes in between, the time is over; the clock stands since the first try.
  await expect(async () => {
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1000))
  }).toPass()
}

/**
 * Runs a stopped clock on by `ms`, and expects that the page is left for another one then, not
 * before.
 */
export async function leavesAfter(page: Page, ms: number, path: string | RegExp): Promise<void> {
  let count = 0
  const note = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count++
  }
  page.on('request', note)
  await page.clock.runFor(ms - 100)
  expect(count, 'not left before its time').toBe(0)
  await page.clock.runFor(200)
  await expect.poll(() => count, { timeout: 10_000 }).toBeGreaterThan(0)
  page.off('request', note)
  await page.clock.resume()
  await expect(page).toHaveURL(path)
}
