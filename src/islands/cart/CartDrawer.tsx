import { useStore } from '@nanostores/react'
import { Sheet } from '#islands/kit/Sheet.tsx'
import { $cart } from '#stores/cart.ts'
import { $isCartOpen } from '#stores/cart-drawer.ts'
import { Cart } from './Cart.tsx'

/** The cart in a drawer over the page, on screens wide enough for it. */
export function CartDrawer() {
  const isOpen = useStore($isCartOpen)
  const items = useStore($cart)
  if (!isOpen) return null
  return (
    <Sheet
      titleId="drawer-title"
      placement="modal-end"
      box="w-[28rem] max-w-[90vw]"
      onClose={() => $isCartOpen.set(false)}
    >
      <Cart id="drawer" items={items} Heading="h2" bar="always" />
    </Sheet>
  )
}
