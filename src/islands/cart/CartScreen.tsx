import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useLive } from '#islands/kit/use-live.ts'
import type { CartState } from '#lib/cart/cart-state.ts'
import { $cart, confirmCart } from '#stores/cart.ts'
import { $owner } from '#stores/session.ts'
import { Cart } from './Cart.tsx'

const NONE: never[] = []

/** The screen of the cart: as the server has rendered it, then as this browser has it. */
export function CartScreen({ cart, estimate }: { cart: CartState; estimate: string }) {
  const root = useLive<HTMLElement>()
  const kept = useStore($cart, { ssr: () => NONE })
  const [isKnown, setKnown] = useState(false)
  useEffect(
    () =>
      // The flags of a sign-in by form may come after the page (account-menu.ts).
      $owner.subscribe((owner) => {
        if (owner !== cart.userid) return
        confirmCart(cart)
        setKnown(true)
      }),
    [cart],
  )
  return (
    <Cart
      id="cart"
      root={root}
      items={isKnown ? kept : cart.items}
      bar="phone"
      estimate={estimate}
    />
  )
}
