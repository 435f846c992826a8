import type { Page } from '@playwright/test'

/** A listing in the demo shop, and how many products it has in total and of one brand. */
export const LISTING = '/category/rice-grains'
export const SHELF = { rice: 12, suryakhet: 3 }

/** The cards of a list. */
export const cards = (page: Page) =>
  page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.locator('h3') })

/** The prices on the cards, in rupees. */
export const prices = async (page: Page) =>
  (await cards(page).locator('p').filter({ hasText: /^\s*₹/ }).allInnerTexts()).map((text) =>
    Number(text.replaceAll(',', '').match(/₹([\d.]+)/)?.[1]),
  )

/**
 * Marks the document.
 * @returns a function that tells whether it is still the same one, not a new load
 */
export async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  return () => page.evaluate(() => 'isSame' in window)
}
