import type { CartItem } from '#lib/cart/cart.ts'
import { $cart } from '#stores/cart.ts'
import { $wished } from '#stores/wishlist.ts'
import { BUY, type CardState, showOnCard } from './card-state.ts'

/** Shows on every card what lies in the cart and on the wishlist, also on cards that come later. */
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
  const states = new Map<string, CardState>()
  for (const { productid, quantity, stock } of items) {
    const count = (states.get(productid)?.count ?? 0) + quantity
    states.set(productid, { count, isFull: stock !== null && quantity >= stock })
  }
  for (const host of document.querySelectorAll<HTMLElement>(BUY)) {
    const state = states.get(host.dataset['buy'] ?? '') ?? { count: 0, isFull: false }
    const text = `${state.count} ${state.isFull}`
    // What is shown already is left alone: this runs at every change of the page.
    if (shown.get(host) === text) continue
    shown.set(host, text)
    showOnCard(host, state)
  }
}
