import { useLazyStore } from '#islands/kit/use-lazy-store.ts'
import type { CartItem } from '#lib/cart/cart.ts'
import { purchaseMessages as messages } from '#lib/texts/browser/purchase.ts'

const NONE: readonly CartItem[] = []
const loadCart = () => import('#stores/cart.ts').then(({ $cart }) => $cart)

/** How many of a product lie in the cart already, and the way there. */
export function InCart({ id }: { id: string }) {
  const items = useLazyStore<readonly CartItem[]>(loadCart, NONE)
  const count = items.reduce(
    (sum, { productid, quantity }) => (productid === id ? sum + quantity : sum),
    0,
  )
  if (count === 0) return null
  return (
    <p className="flex items-center justify-between rounded-field bg-primary/10 px-3 text-sm font-semibold">
      {messages.inCart(count)}
      <a className="btn min-h-11 btn-link px-0 btn-sm" href="/cart">
        {messages.viewCart}
      </a>
    </p>
  )
}
