import type { CheckoutLine } from '#lib/checkout/checkout-view.ts'
import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import { productTexts } from '#lib/texts/browser/product.ts'
import { labelOf } from '#lib/server/shopper/cart/sold-product.ts'
import type { Cart, CartLine } from '#lib/server/shopper/cart/read-cart.ts'

/** Splits a cart into lines that can be ordered and lines that cannot. */
export function panelLines({ lines }: Cart): { lines: CheckoutLine[]; leftOut: CheckoutLine[] } {
  const shown = lines.map((line) => ({ line: toOrderLine(line), isOk: line.state === 'ok' }))
  return {
    lines: shown.filter(({ isOk }) => isOk).map(({ line }) => line),
    leftOut: shown.filter(({ isOk }) => !isOk).map(({ line }) => line),
  }
}

function toOrderLine(line: CartLine): CheckoutLine {
  const { id, title, choice, unit, quantity, mrpPaise, pricePaise, seenPricePaise } = line
  return {
    ...{ id, title, choice: labelOf(choice), unit, quantity, pricePaise, reason: reasonOf(line) },
    ...(mrpPaise !== undefined && { mrpPaise }),
    ...(seenPricePaise !== pricePaise && { wasPricePaise: seenPricePaise }),
  }
}

function reasonOf({ rest, state }: CartLine): string {
  if (state === 'ok') return ''
  if (state === 'short') return productTexts.onlyLeft(rest ?? 0)
  return state === 'soldout' ? cartTexts.soldOut : cartTexts.withdrawn
}
