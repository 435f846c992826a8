import { productPath, slugOf } from '#lib/catalogue/variant.ts'
import { paiseToRupees, rupeesToPaise } from '#lib/money.ts'
import type { CartItem } from './cart.ts'

// What screens compute from lines; needs none of their schemas.

/** The product's page, with the line's pack chosen (S-069). */
export function pathOf({ productid, pack }: CartItem): string {
  return productPath(productid) + (pack ? `?variant=${encodeURIComponent(slugOf(pack))}` : '')
}

/** What an order of this cart costs in rupees; only lines that can be ordered count (S-201). */
export function totalOf(items: readonly CartItem[]): number {
  const ordered = items.filter(({ state }) => state === 'ok')
  return paiseToRupees(ordered.reduce((paise, { subtotal }) => paise + rupeesToPaise(subtotal), 0))
}
