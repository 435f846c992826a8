import { hasAmounts } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'

/** Four digits or more before the point; dates are no amounts. */
const LARGE = /(?<![\d.-])\d{4,}(?![\d-])/g

/** A value of a change as people in India read it: `149900.00` as `1,49,900.00`; all but amounts as it is. */
export function shownAmount({ what, field }: FieldChange, text: string | null): string | null {
  if (text === null || !what.startsWith('product ') || !hasAmounts(field)) return text
  return text.replaceAll(LARGE, (digits) => Number(digits).toLocaleString('en-IN'))
}
