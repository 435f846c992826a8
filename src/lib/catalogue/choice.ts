import type { ChoiceKind } from './product.ts'

/** The specification's fields for the choices of a product and of a line (S-099). */
export const CHOICE_FIELDS = {
  ram: 'productrams',
  size: 'productsize',
  weight: 'productweight',
} as const satisfies Record<ChoiceKind, string>

/** The labels chosen of a product by kind; kinds that it does not offer, or still to be chosen, are absent. */
export type ChosenLabels = Partial<Record<ChoiceKind, string>>

/** What was chosen of each kind; '' if there is nothing to choose. */
export type Choice = Record<(typeof CHOICE_FIELDS)[ChoiceKind], string>

export const NO_CHOICE: Choice = Object.freeze({
  productrams: '',
  productsize: '',
  productweight: '',
})
