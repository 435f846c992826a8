import { type BillingRules, checkBilling } from './billing.ts'
import { billingInputs } from './billing-inputs.ts'
import { fillInMessages } from '#lib/texts/browser/fill-in.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** A field's fault as it stands beside it. */
export type FieldFault = { field: string; text: string }

/** Where a field stands on the screen: the first fault there is the one that is led to. */
const placeOf = (field: string) => {
  const at = billingInputs.findIndex(({ name }) => name === field)
  return at < 0 ? billingInputs.length : at
}

/**
 * What is wrong with a form, for the alert box and beside each field, in the order of the screen.
 * Beside a field stands what is missing there, as the specification's sentence says it of all of
 * them (S-142).
 */
export function findFaults(
  values: Readonly<Record<string, unknown>>,
  rules?: BillingRules,
): {
  msg: string
  faults: FieldFault[]
} {
  const checked = checkBilling({ ...values }, rules)
  const faults = checked.ok ? [] : checked.faults
  return {
    msg: faults[0]?.msg ?? orderMessages.malformed,
    faults: faults
      .map(({ field, msg, isMissing }) => ({
        field,
        text: isMissing ? fillInMessages[field] : msg,
      }))
      .toSorted((one, other) => placeOf(one.field) - placeOf(other.field)),
  }
}
