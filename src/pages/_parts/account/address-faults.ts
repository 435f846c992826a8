import type { FailedForm } from '#islands/account/failed-form.ts'
import { findFaults } from '#lib/checkout/billing-form.ts'

/** All that is wrong with an address that came back refused, by field; what only the server knows as it said it. */
export function addressFaults({ values, fault }: FailedForm): Record<string, string> {
  if (!fault) return {}
  const { faults } = findFaults(values, { isMailOptional: true })
  const all = Object.fromEntries(faults.map(({ field, text }) => [field, text]))
  return { ...all, [fault.field]: fault.msg }
}
