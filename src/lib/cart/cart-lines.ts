import { productPath, slugOf } from '#lib/catalogue/variant.ts'
import { rupeesToPaise } from '#lib/money.ts'
import type { CartItem } from './cart.ts'

// What a screen says of lines; it needs none of their schemas.

/** The product's page, with its pack chosen (S-069). */
export function pathOf({ productid, pack }: CartItem): string {
  return productPath(productid) + (pack ? `?variant=${encodeURIComponent(slugOf(pack))}` : '')
}

/** What an order of this cart costs in rupees: its lines that can be ordered (S-201). */
export function totalOf(items: readonly CartItem[]): number {
  const ordered = items.filter(({ state }) => state === 'ok')
  return ordered.reduce((paise, { subtotal }) => paise + rupeesToPaise(subtotal), 0) / 100
}
