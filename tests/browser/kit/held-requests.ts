import type { Page } from '@playwright/test'

/**
 * Holds a page's requests to an address back.
 * @returns a function that lets them through
 */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  let come = (): void => {}
  const isLetThrough = new Promise<void>((resolve) => (come = resolve))
  await page.route(address, async (route) => {
    await isLetThrough
    // A page that was left no longer waits for it.
    await route.continue().catch(() => {})
  })
  return come
}
