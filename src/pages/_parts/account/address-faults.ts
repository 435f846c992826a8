import type { FailedForm } from '#islands/account/failed-form.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { findFaults } from '#lib/checkout/billing-form.ts'

/**
 * All errors of a refused address, by field. Errors that only the server can find come from its
 * answer.
 */
export function addressFaults({ values, fault }: FailedForm): Record<string, string> {
  if (!fault) return {}
  const { faults } = findFaults(values, { isMailOptional: true, isCountry })
  const all = Object.fromEntries(faults.map(({ field, text }) => [field, text]))
  return { ...all, [fault.field]: fault.msg }
}
