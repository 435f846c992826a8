import { hasAmounts } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'

/** Numbers with four digits or more before the decimal point; parts of dates do not match. */
const LARGE = /(?<![\d.-])\d{4,}(?![\d-])/g

/** A value of a change as people in India read it: `149900.00` becomes `1,49,900.00`. Only amounts are changed. */
export function shownAmount({ what, field }: FieldChange, text: string | null): string | null {
  if (text === null || !what.startsWith('product ') || !hasAmounts(field)) return text
  return text.replaceAll(LARGE, (digits) => Number(digits).toLocaleString('en-IN'))
}
