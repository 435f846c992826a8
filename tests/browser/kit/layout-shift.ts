import type { Page } from '@playwright/test'
import * as z from 'zod/mini'

const movedSchema = z.array(z.string())

/**
 * Notes what moves by itself on pages from here on; what is given back tells it by its text.
 * @param least scores below this one are not noted (a layout shift's share of the screen times its way)
 */
export async function watchShifts(page: Page, least = 0): Promise<() => Promise<string[]>> {
  await page.addInitScript((leastScore) => {
    const moved: string[] = []
    Object.assign(window, { moved })
    type Entry = PerformanceEntry & { value: number; sources?: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources = [] } of list.getEntries() as Entry[]) {
        if (value >= leastScore)
          moved.push(...sources.map(({ node }) => node?.textContent?.trim() ?? 'something'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, least)
  return async () => {
    // What was observed is handed over with the next picture of the page.
    await page.screenshot()
    return movedSchema.parse(await page.evaluate('moved'))
  }
}
