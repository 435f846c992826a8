import type { Page, Request } from '@playwright/test'
import { expect } from '#tests/browser/test.ts'

/** Waits until a page has read what is the signed-in shopper's: the wishlist comes last. */
export const ownRead = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => !localStorage['token'] || 'wishlist' in localStorage))
    .toBe(true)

const isUnderWay = (request: Request) =>
  request.failure() === null && request.timing().responseEnd < 0

/**
 * Waits until nothing is being loaded, so that only later requests are affected. Not for a second page: the end of a
 * script that the first has in memory is not told.
 */
export async function settled(page: Page): Promise<void> {
  // Nothing is under way either between a module and what it imports.
  await ownRead(page)
  // Looks that follow closely would see such a moment more often.
  const seldom = { intervals: [100, 250, 500, 1000] }
  await expect.poll(async () => (await page.requests()).filter(isUnderWay), seldom).toEqual([])
}

/**
 * Opens a page of the shop without scripts: of what is done from there nothing is answered to, or
 * forgotten by, the shop's own code.
 */
export async function openBlank(page: Page): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/blank')
}
