import type { Locator, Page } from '@playwright/test'

/** Counts what a finger does; a control out of reach costs a scroll. */
export function hand() {
  const done = { taps: 0, characters: 0, scrolls: 0 }
  const tap = async (control: Locator) => {
    if (!(await control.evaluate(isInReach))) {
      done.scrolls++
      await control.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    }
    done.taps++
    await control.click()
  }
  const type = async (field: Locator, text: string) => {
    await tap(field)
    done.characters += text.length
    await field.pressSequentially(text)
  }
  return { done, tap, type }
}

/** Whether the middle of an element is on the screen and not covered. */
function isInReach(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return there !== null && (element.contains(there) || there.contains(element))
}

/** The link from the cart to the checkout. */
export const onToCheckout = (page: Page) =>
  page
    .getByRole('link', { name: /Checkout$/ })
    .filter({ visible: true })
    .last()
