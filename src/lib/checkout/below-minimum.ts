import { formatPaise, rupeesToPaise } from '#lib/money.ts'
import { cartTexts } from '#lib/texts/browser/cart-rows.ts'

/** What a cart lacks of the shop's least order (`minimum` of shop.json), in words; '' if nothing (P25). */
export function belowMinimum(minimum: number | null, totalPaise: number): string {
  const least = rupeesToPaise(minimum ?? 0)
  if (totalPaise >= least) return ''
  return cartTexts.belowMinimum(formatPaise(least - totalPaise), formatPaise(least))
}
