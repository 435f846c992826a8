import { expect, type Page } from '@playwright/test'

/** Waits until the islands that a page starts by itself are live: before its first frame a browser drops presses. */
export const islandsLive = (page: Page): Promise<void> =>
  expect(page.locator(`astro-island[opts*='"now"']:not([data-live])`)).toHaveCount(0)
