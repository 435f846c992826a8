import type { ChoiceKind } from './product.ts'

/** The fields of the specification for a choice (spec §3, Product). */
export const CHOICE_FIELDS = {
  ram: 'productrams',
  size: 'productsize',
  weight: 'productweight',
} as const satisfies Record<ChoiceKind, string>
