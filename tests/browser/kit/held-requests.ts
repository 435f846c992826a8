import type { Page } from '@playwright/test'

/** Holds what a page asks for under such an address. @returns what lets it come */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  let come = (): void => {}
  const isLetThrough = new Promise<void>((resolve) => (come = resolve))
  await page.route(address, async (route) => {
    await isLetThrough
    // A page that has been left wants it no more.
    await route.continue().catch(() => {})
  })
  return come
}
