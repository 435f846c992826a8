import type { Page } from '@playwright/test'

/** A listing of the demo shop, and how many products it has, and of one brand. */
export const LISTING = '/category/rice-grains'
export const SHELF = { rice: 12, suryakhet: 3 }

/** The cards of a list. */
export const cards = (page: Page) =>
  page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.locator('h3') })

/** What they cost, in rupees. */
export const prices = async (page: Page) =>
  (await cards(page).locator('p').filter({ hasText: /^\s*₹/ }).allInnerTexts()).map((text) =>
    Number(text.replaceAll(',', '').match(/₹([\d.]+)/)?.[1]),
  )

/** Follows a change that is swapped in: the page is not loaded anew. */
export async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  return () => page.evaluate(() => 'isSame' in window)
}
