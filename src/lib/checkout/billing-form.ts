import { type BillingRules, checkBilling } from './billing.ts'
import { billingInputs } from './billing-inputs.ts'
import { fillInMessages } from '#lib/texts/browser/fill-in.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** An error shown beside its field. */
export type BillingFieldFault = { field: string; text: string }

/** A field's position on the screen: the first field with an error gets the focus. */
const placeOf = (field: string) => {
  const at = billingInputs.findIndex(({ name }) => name === field)
  return at < 0 ? billingInputs.length : at
}

/**
 * All errors of a form, in the order of the screen: a message for the alert, and a text beside each
 * field. An empty field has a text of its own there, while the alert shows the specification's
 * sentence for all of them (S-142).
 */
export function findFaults(
  values: Readonly<Record<string, unknown>>,
  rules?: BillingRules,
): {
  msg: string
  faults: BillingFieldFault[]
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
