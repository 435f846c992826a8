import type { CartItem } from '#lib/cart/cart.ts'
import { findLine } from '#lib/cart/cart-changes.ts'
import { isFull } from '#lib/catalogue/quantity.ts'
import { $cart } from '#stores/cart.ts'
import { $wished } from '#stores/wishlist.ts'
import { BUY, type CardState, productOf, showOnCard } from './card-state.ts'
import { lineOf } from './product-look.ts'

/**
 * Keeps every card up to date with the cart and the wishlist, also cards added to the page later.
 */
export function followCards(): void {
  const show = () => {
    showHearts($wished.get())
    showCounts($cart.get())
  }
  $wished.subscribe(showHearts)
  $cart.subscribe(showCounts)
  const main = document.querySelector('main')?.parentElement
  if (main) new MutationObserver(show).observe(main, { childList: true, subtree: true })
}

function showHearts(ids: ReadonlySet<string>): void {
  for (const heart of document.querySelectorAll<HTMLButtonElement>('[form=wish]')) {
    const isWished = String(ids.has(heart.value))
    if (heart.ariaPressed !== isWished) heart.ariaPressed = isWished
  }
}

const shown = new WeakMap<Element, string>()

function showCounts(items: readonly CartItem[]): void {
  const counts = new Map<string, number>()
  for (const { productid, quantity } of items) {
    counts.set(productid, (counts.get(productid) ?? 0) + quantity)
  }
  const stateOf = (control: Element | null): CardState => {
    const count = counts.get(productOf(control) ?? '') ?? 0
    if (count === 0 || !(control instanceof HTMLButtonElement)) return { count, isFull: false }
    // A product with packs may have other packs in the cart than this one.
    const line = findLine(items, lineOf(control))
    return { count: line?.quantity ?? 0, isFull: line !== undefined && isFull(line) }
  }
  for (const host of document.querySelectorAll<HTMLElement>(BUY)) {
    const state = stateOf(host.firstElementChild)
    const text = `${state.count} ${state.isFull}`
    // Unchanged cards are skipped: this runs at every change of the page.
    if (shown.get(host) === text) continue
    shown.set(host, text)
    showOnCard(host, state)
  }
}
