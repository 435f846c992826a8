import type { Page } from '@playwright/test'
import * as z from 'zod/mini'

const movedSchema = z.array(z.string())

/**
 * Records elements that shift by themselves on pages opened from now on.
 * @param least layout-shift scores below this are ignored
 * @returns a function that returns the texts of shifted elements
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
    // The browser reports shifts with the next frame.
    await page.screenshot()
    return movedSchema.parse(await page.evaluate('moved'))
  }
}
