import { cardTexts } from '#lib/texts/browser/card.ts'

/** How many of a card's product are in the cart, and whether no more can be added. */
export type CardState = { count: number; isFull: boolean }

/** Selector of the part of a card that adds to the cart and shows the count. */
export const BUY = '[data-buy]'

/**
 * The id of the product that a button or link is for. It is read from `value` or `href`, as a
 * separate attribute on each of home's 28 cards would cost bytes.
 */
export const productOf = (control: Element | null): string | undefined =>
  control?.getAttribute('value') ?? control?.getAttribute('href')?.replace('/product/', '')

/**
 * Shows on a card how many are in the cart: a counter in place of its button, or a number on the
 * link that opens its packs. The focus moves along.
 */
export function showOnCard(host: HTMLElement, { count, isFull }: CardState): void {
  const [control] = host.children
  if (!(control instanceof HTMLElement)) return
  if (control instanceof HTMLAnchorElement) return showNumber(control, count)
  const counter = counterOf(host, count > 0)
  if (!counter) return
  const hadFocus = host.contains(document.activeElement)
  const wasShown = control.hidden
  control.hidden = count > 0
  counter.hidden = count === 0
  const output = counter.querySelector('output')
  if (output && count > 0) output.textContent = String(count)
  const more = counter.querySelector<HTMLElement>('[data-by="1"]')
  more?.setAttribute('aria-disabled', String(isFull))
  if (!hadFocus || wasShown === control.hidden) return
  const next = count > 0 ? more : control
  next?.focus({ preventScroll: true })
}

function showNumber(link: HTMLAnchorElement, count: number): void {
  const text = count > 0 ? cardTexts.inCart(count) : cardTexts.choose
  if (link.textContent.trim() === text) return
  link.textContent = text
  const label = link.dataset['label'] ?? link.ariaLabel ?? ''
  link.dataset['label'] = label
  link.ariaLabel = count > 0 ? `${text}. ${label}` : label
}

/** The card's own copy of the page's counter template (PurchaseForms.astro). */
function counterOf(host: HTMLElement, isWanted: boolean): HTMLElement | undefined {
  const own = host.querySelector('span')
  if (own) return own
  const template = document.querySelector<HTMLTemplateElement>('#counter')
  const copy = isWanted && template?.content.firstElementChild?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return undefined
  const name = host.closest('[data-card]')?.querySelector('h3')?.textContent.trim() ?? ''
  copy.ariaLabel = cardTexts.quantityInCart(name)
  host.append(copy)
  return copy
}
