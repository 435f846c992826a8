import type { Page } from '@playwright/test'
import * as z from 'zod/mini'

/**
 * Layout-shift scores up to 0.1 count as good. Smaller ones than this come from a busy browser that stops within a
 * button, whose icon then settles.
 */
const NOTICED = 0.0003

const movedSchema = z.array(z.string())

/**
 * Records elements that shift by themselves on pages opened from now on.
 * @returns a function that returns the texts of shifted elements
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((least) => {
    const moved: string[] = []
    Object.assign(window, { moved })
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    type Entry = PerformanceEntry & { value: number; sources?: Source[] }
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ')
    new PerformanceObserver((list) => {
      for (const { value, sources = [] } of list.getEntries() as Entry[]) {
        if (value >= least)
          for (const { node, previousRect, currentRect } of sources) {
            const what =
              node instanceof Element ? node.outerHTML : (node?.textContent ?? 'something')
            moved.push(
              `${what.slice(0, 200)} from ${at(previousRect)} to ${at(currentRect)}: ${value}`,
            )
          }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, NOTICED)
  return async () => {
    // The browser reports shifts with the next frame.
    await page.screenshot()
    return movedSchema.parse(await page.evaluate('moved'))
  }
}
