import type { Page } from '@playwright/test'

/** Pages that are opened from here on have text of so many per cent, as for whoever has set it larger. */
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
