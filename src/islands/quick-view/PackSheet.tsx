import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { CartStepper } from '#islands/purchase/CartStepper.tsx'
import { findLine, type LineRef } from '#lib/cart/cart-changes.ts'
import { choiceOf } from '#lib/catalogue/card-packs.ts'
import type { CardPack } from '#lib/catalogue/product.ts'
import { isFull } from '#lib/catalogue/quantity.ts'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { productPath } from '#lib/catalogue/variant.ts'
import { formatPaise, paiseToRupees } from '#lib/money.ts'
import { productTexts } from '#lib/texts/browser/product.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { addToCart, stepLine } from '#stores/buying.ts'
import { $cart } from '#stores/cart.ts'
import { $packSheet, type PackSheetProduct } from '#stores/pack-sheet.ts'
import { Sheet } from '#islands/kit/Sheet.tsx'

const TITLE_ID = 'packs-title'

/** All packs of a card's product, each with an add button or a counter. It opens without the network. */
export function PackSheet({ onClose }: { onClose: () => void }) {
  const offered = useStore($packSheet)
  if (!offered) return null
  const { productid, look, photo, choices } = offered
  return (
    <Sheet
      titleId={TITLE_ID}
      placement="modal-bottom sm:modal-middle"
      box="sm:max-w-md"
      onClose={onClose}
    >
      <div className="mb-2 flex items-center gap-3 pr-10">
        {photo !== '' && (
          <img className="size-14 rounded-field object-cover" src={`/uploads/${photo}`} alt="" />
        )}
        <h2 id={TITLE_ID} className="text-lg font-bold">
          {look.title}
        </h2>
      </div>
      <ul className="list">
        {choices.packs.map((pack) => (
          <PackLine key={pack.label} pack={pack} offered={offered} />
        ))}
      </ul>
      <a className="btn min-h-11 btn-link px-0" href={productPath(productid)}>
        {purchaseTexts.fullDetails}
      </a>
    </Sheet>
  )
}

function PackLine({ pack, offered }: { pack: CardPack; offered: PackSheetProduct }) {
  const { label, pricePaise, oldPricePaise, isInStock } = pack
  const { productid, look, choices } = offered
  const line: LineRef = { id: '', productid, ...choiceOf(choices, label) }
  const item = findLine(useStore($cart), line)
  const perUnit = unitPriceText(pricePaise, label)
  const isAll = item !== undefined && isFull(item)
  const row = useRef<HTMLLIElement>(null)
  const isIn = item !== undefined
  const wasIn = useRef(isIn)
  useEffect(() => {
    // The pressed button was replaced by the counter, or the other way round.
    if (wasIn.current !== isIn && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    wasIn.current = isIn
  }, [isIn])
  return (
    <li
      ref={row}
      className="flex min-h-16 items-center gap-3 border-b border-base-300 py-2 last:border-0"
    >
      <div className="flex-1">
        <b>{label}</b>
        <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
          <span className="font-semibold">₹{formatPaise(pricePaise)}</span>
          {oldPricePaise !== null && (
            <del className="text-sm text-muted">
              <span className="sr-only">{productTexts.oldPrice}</span>₹{formatPaise(oldPricePaise)}
            </del>
          )}
          {perUnit && <small className="text-muted">{perUnit}</small>}
        </p>
      </div>
      <div className="w-32">
        {item ? (
          <CartStepper
            label={purchaseTexts.quantityInCart(`${look.title} ${label}`)}
            quantity={item.quantity}
            isFull={isAll}
            onStep={(by) => void (by < 0 || !isAll ? stepLine(item, by) : undefined)}
          />
        ) : isInStock ? (
          <button
            type="button"
            className="btn h-11 btn-block btn-outline btn-primary"
            aria-label={purchaseTexts.addToCartOf(`${look.title} ${label}`)}
            onClick={() => void addToCart(line, 1, { ...look, price: paiseToRupees(pricePaise) })}
          >
            {purchaseTexts.add}
          </button>
        ) : (
          <p className="text-right text-sm font-bold text-error">{productTexts.outOfStock}</p>
        )}
      </div>
    </li>
  )
}
