import { expect, type Page } from '@playwright/test'

/**
 * Waits until all islands that start by themselves are live: browsers drop presses before a page's
 * first frame.
 */
export const islandsLive = (page: Page): Promise<void> =>
  expect(page.locator(`astro-island[opts*='"now"']:not([data-live])`)).toHaveCount(0)
