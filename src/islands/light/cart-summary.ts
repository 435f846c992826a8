import { type CartSummary, decodeSummary, EMPTY_SUMMARY } from '#lib/cart/cart-summary.ts'
import { CART_SUMMARY_KEY } from '#lib/browser/storage-keys.ts'
import { firstInput } from '#islands/wake/first-input.ts'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

let wake = (): void => {}
const woken = new Promise<void>((resolve) => (wake = resolve))

/** Has the page follow the cart before the first input, when something else has loaded it. */
export function followCart(): void {
  wake()
}

/**
 * Shows number and total of the cart: at once as this browser remembers them, in another tab too;
 * from the first input on as the store has them.
 */
export function followSummary(show: (summary: CartSummary) => void): void {
  const read = () => show(remembered())
  read()
  addEventListener('storage', read)
  void Promise.race([firstInput(), woken]).then(async () => {
    const { $cartSummary } = await loadWhenOnline(() => import('#stores/cart.ts'))
    $cartSummary.subscribe(show)
  })
}

function remembered(): CartSummary {
  try {
    return decodeSummary(localStorage.getItem(CART_SUMMARY_KEY))
  } catch {
    return EMPTY_SUMMARY // Storage may be closed to pages altogether.
  }
}
