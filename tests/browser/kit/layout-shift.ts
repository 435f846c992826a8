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
    const texts: string[] = []
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
    type Entry = PerformanceEntry & { value: number; sources?: Source[] }
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ')
    const note = (entries: PerformanceEntryList) => {
      for (const { value, sources = [] } of entries as Entry[]) {
        if (value < least) continue
        for (const { node, previousRect, currentRect } of sources) {
          const what = node instanceof Element ? node.outerHTML : (node?.textContent ?? 'something')
          const way = `from ${at(previousRect)} to ${at(currentRect)}`
          texts.push(`${what.slice(0, 200)} ${way}: ${value}`)
        }
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const moved = async () => {
      // The browser reports shifts with the next frame.
      await frame()
      await frame()
      note(observer.takeRecords())
      return texts
    }
    Object.assign(window, { moved })
  }, NOTICED)
  return async () => movedSchema.parse(await page.evaluate('moved()'))
}
