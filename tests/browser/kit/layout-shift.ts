import type { Page } from '@playwright/test'
import * as z from 'zod/mini'

const movedSchema = z.array(z.string())

/** Notes what moves by itself on pages from here on; what is given back tells it by its text. */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    type Entry = { sources?: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { sources = [] } of list.getEntries() as Entry[]) {
        moved.push(...sources.map(({ node }) => node?.textContent?.trim() ?? 'something'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    // What was observed is handed over with the next picture of the page.
    await page.screenshot()
    return movedSchema.parse(await page.evaluate('moved'))
  }
}
