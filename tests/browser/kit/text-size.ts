import type { Page } from '@playwright/test'

/**
 * Sets the text size in percent for pages opened from now on, like a shopper who prefers larger
 * text.
 */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    const set = () => {
      if (document.documentElement) document.documentElement.style.fontSize = size
      return document.documentElement !== null
    }
    if (set()) return
    new MutationObserver((_, observer) => set() && observer.disconnect()).observe(document, {
      childList: true,
    })
  }, `${percent}%`)
}
