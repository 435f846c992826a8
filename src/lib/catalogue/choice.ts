import type { Choice } from '#lib/cart/cart-changes.ts'
import type { ChoiceKind } from './product.ts'

/** The fields of a product and of a line for a choice (S-099). */
export const CHOICE_FIELDS = {
  ram: 'productrams',
  size: 'productsize',
  weight: 'productweight',
} as const satisfies Record<ChoiceKind, string>

export const NO_CHOICE: Choice = Object.freeze({
  productrams: '',
  productsize: '',
  productweight: '',
})
