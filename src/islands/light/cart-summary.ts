import { type CartSummary, decodeSummary } from '#lib/cart/cart-summary.ts'
import { readStored } from '#lib/browser/read-stored.ts'
import { CART_SUMMARY_KEY } from '#lib/browser/storage-keys.ts'
import { firstInput } from '#islands/wake/first-input.ts'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

let wake = (): void => {}
const woken = new Promise<void>((resolve) => (wake = resolve))

/** Makes the summary follow the store before the first input, if something else has loaded it. */
export function followCart(): void {
  wake()
}

/**
 * Calls `show` with number and total of the cart: at once with what this browser has stored, also
 * after changes in another tab, and from the first input on with what the store says.
 */
export function followSummary(show: (summary: CartSummary) => void): void {
  const read = () => show(decodeSummary(readStored(CART_SUMMARY_KEY)))
  read()
  addEventListener('storage', read)
  void Promise.race([firstInput(), woken]).then(async () => {
    const { $cartSummary } = await loadWhenOnline(() => import('#stores/cart.ts'))
    $cartSummary.subscribe(show)
  })
}
