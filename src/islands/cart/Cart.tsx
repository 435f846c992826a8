import type { Ref } from 'react'
import { focusBeside, ListScreen } from '#islands/kit/ListScreen.tsx'
import { useOverlay } from '#islands/kit/use-overlay.ts'
import type { CartItem } from '#lib/cart/cart.ts'
import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import { CartRow } from './CartRow.tsx'
import { type Bar, CartTotals, CheckoutBar } from './CartTotals.tsx'
import { loadCartStores } from './load-stores.ts'

type Props = {
  items: readonly CartItem[]
  root?: Ref<HTMLElement> | undefined
  /** Prefix of the element ids. */
  id: string
  Heading?: 'h1' | 'h2'
  bar: Bar
  estimate?: string
  minimum?: number | null
}

const refresh = () => loadCartStores().then(({ refreshCart }) => refreshCart())

/** The cart, on its own screen and in the drawer. */
export function Cart({ items, id, root, bar, estimate, minimum, Heading = 'h1' }: Props) {
  const { isBusy, follow, lost } = useOverlay(refresh)
  const rows = items.map((item) => (
    <CartRow
      key={keyOf(item)}
      item={item}
      lost={lost}
      follow={(...change) => void follow(...change)}
      onLeave={focusBeside}
    />
  ))
  return (
    <ListScreen
      {...{ root, isBusy, rows, Heading }}
      id={`${id}-title`}
      title={cartTexts.cartTitle}
      count={cartTexts.cartCount(items.length)}
      emptyText={cartTexts.cartEmpty}
      isEmpty={items.length === 0}
      columns={cartTexts.columns}
      bar={<CheckoutBar items={items} bar={bar} />}
    >
      <div className="@4xl:sticky @4xl:top-4">
        <CartTotals id={`${id}-totals`} {...{ items, bar, estimate, minimum }} />
      </div>
    </ListScreen>
  )
}

/**
 * A key that stays the same when the server gives a line its id, so that its field keeps the focus.
 */
const keyOf = ({ productid, productrams, productsize, productweight }: CartItem) =>
  JSON.stringify([productid, productrams, productsize, productweight])
