import type { Page } from '@playwright/test'

/**
 * Controls on a page that are smaller than a thumb (44 px); links within sentences are allowed to
 * be.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 43.5
    const PRESSED =
      'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary, [role=tab]'
    return [...document.querySelectorAll(PRESSED)].flatMap((element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect())
      const width = Math.max(...boxes.map((box) => box.width))
      const height = Math.max(...boxes.map((box) => box.height))
      const isSeen =
        element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
      const { display, pointerEvents } = getComputedStyle(element)
      const around = element.parentElement?.textContent.trim() ?? ''
      const text = element.textContent.trim()
      const isInSentence = display === 'inline' && around.length > text.length
      // A card's link covers the whole card.
      const isCard = getComputedStyle(element, '::after').position === 'absolute'
      if (!isSeen || isInSentence || isCard || pointerEvents === 'none') return []
      if (width >= LEAST && height >= LEAST) return []
      return [`${element.ariaLabel ?? text}: ${Math.round(width)} × ${Math.round(height)}`]
    })
  })
}
