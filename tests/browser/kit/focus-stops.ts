import type { Page } from '@playwright/test'

/**
 * Goes through a page with a key.
 * @returns the focus stops of which nothing can be seen (WCAG 2.4.11)
 */
export async function hiddenStops(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const hidden: string[] = []
  for (let stop = await press(page, key); stop; stop = await press(page, key)) {
    if (stop.isHidden) hidden.push(`${key}: ${stop.name}`)
  }
  return hidden
}

/** Goes to the next stop; undefined once the focus has left the page. */
async function press(page: Page, key: string) {
  await page.keyboard.press(key)
  return page.evaluate(async () => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return undefined
    // The header may be sliding back into view.
    const moves = document.querySelector('header')?.getAnimations() ?? []
    await Promise.allSettled(moves.map(({ finished }) => finished))
    const { left, top, width, height } = element.getBoundingClientRect()
    const parts = [0.1, 0.5, 0.9]
    const isSeen = parts.some((x) =>
      parts.some((y) => {
        const there = document.elementFromPoint(left + x * width, top + y * height)
        return there !== null && (element.contains(there) || there.contains(element))
      }),
    )
    const name = element.ariaLabel ?? element.getAttribute('name') ?? element.textContent.trim()
    return { name, isHidden: !isSeen }
  })
}
