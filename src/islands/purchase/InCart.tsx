import { type RefObject, useEffect, useRef } from 'react'
import { loadCartStores } from '#islands/cart/load-stores.ts'
import { useLazyStore } from '#islands/kit/use-lazy-store.ts'
import type { CartItem } from '#lib/cart/cart.ts'
import { isFull } from '#lib/catalogue/quantity.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { CartStepper } from './CartStepper.tsx'

const NONE: readonly CartItem[] = []
const loadCart = () => loadCartStores().then(({ $cart }) => $cart)

type Props = { id: string; /** Adds the product. */ form: RefObject<HTMLFormElement | null> }

/** Counters for the lines of this product that are in the cart already, and a link to the cart. */
export function InCart({ id, form }: Props) {
  const items = useLazyStore<readonly CartItem[]>(loadCart, NONE)
  const lines = items.filter(({ productid }) => productid === id)
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(lines)
  useEffect(() => {
    const isHere = ({ choice }: CartItem) => lines.some((line) => line.choice === choice)
    const gone = before.current.findIndex((line) => !isHere(line))
    before.current = lines
    if (gone < 0 || document.activeElement !== document.body) return
    // The pressed counter disappeared with its line: focus the next counter, or the add button.
    const counters = box.current?.querySelectorAll<HTMLElement>('button:first-of-type') ?? []
    const next = counters[Math.min(gone, counters.length - 1)]
    const add = form.current?.querySelector<HTMLElement>('[data-replay=add]')
    ;(next ?? add)?.focus()
  })
  if (lines.length === 0) return null
  return (
    <div
      ref={box}
      data-room
      className="grid rounded-field bg-primary/10 px-3 py-2 text-sm font-semibold"
    >
      {lines.map((item) => (
        <Line key={item.choice} item={item} />
      ))}
      <a className="btn min-h-11 justify-self-start btn-link px-0 btn-sm" href="/cart">
        {purchaseTexts.viewCart}
      </a>
    </div>
  )
}

function Line({ item }: { item: CartItem }) {
  const { choice, producttitle, quantity } = item
  const isAll = isFull(item)
  return (
    <div className="flex items-center justify-between gap-3 not-first:mt-2">
      <span>{[choice, purchaseTexts.inCart(quantity)].filter(Boolean).join(': ')}</span>
      <CartStepper
        label={purchaseTexts.quantityInCart(`${producttitle} ${choice}`.trim())}
        quantity={quantity}
        isFull={isAll}
        onStep={(by) => {
          // The stores are loaded: no line was shown before.
          if (by < 0 || !isAll) void loadCartStores().then(({ stepLine }) => stepLine(item, by))
        }}
      />
    </div>
  )
}
