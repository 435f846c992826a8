import { expect, type Page, type Request } from '@playwright/test'

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
  await expect.poll(async () => (await page.requests()).filter(isUnderWay)).toEqual([])
}
