import { useEffect, useState } from 'react'
import { useLazyStore } from '#islands/kit/use-lazy-store.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { CART_SUMMARY_KEY } from '#lib/browser/storage-keys.ts'
import type { CartItem } from '#lib/cart/cart.ts'
import type { CartState } from '#lib/cart/cart-state.ts'
import { $owner } from '#stores/session.ts'
import { Cart } from './Cart.tsx'
import { loadCartStores } from './load-stores.ts'

const loadKept = () => loadCartStores().then(({ $cart }) => $cart)

type Props = { cart: CartState; estimate: string; minimum: number | null }

/** The cart's own screen: first as the server rendered it, then as the store has it. */
export function CartScreen({ cart, ...shop }: Props) {
  const root = useLive<HTMLElement>()
  const kept = useLazyStore<readonly CartItem[] | undefined>(loadKept, undefined)
  const [isKnown, setKnown] = useState(false)
  useEffect(
    () =>
      // After a sign-in by form, the flags may be set later than this runs (account-menu.ts).
      $owner.subscribe((owner) => {
        if (owner !== cart.userid) return
        const take = ({ confirmCart }: Awaited<ReturnType<typeof loadCartStores>>) => {
          confirmCart(cart)
          setKnown(true)
          // Until something wakes the header, it hears of changes only by `storage` events
          // (light/cart-summary.ts).
          const newValue = localStorage.getItem(CART_SUMMARY_KEY)
          dispatchEvent(new StorageEvent('storage', { key: CART_SUMMARY_KEY, newValue }))
        }
        // If the stores cannot be loaded, the screen stays as the server rendered it.
        loadCartStores().then(take, () => {})
      }),
    [cart],
  )
  return (
    <Cart {...shop} id="cart" root={root} items={(isKnown && kept) || cart.items} bar="phone" />
  )
}
