import { type BillingRules, checkBilling, toldFault } from './billing.ts'
import { fillInMessages } from '#lib/texts/browser/fill-in.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** An error shown beside its field. */
export type BillingFieldFault = { field: string; text: string }

/**
 * All errors of a form, in the order of the screen (the first field gets the focus): a message for
 * the alert, and a text beside each field. An empty field has a text of its own there, while the alert shows the specification's
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
    msg: toldFault(faults)?.msg ?? orderMessages.malformed,
    faults: faults.map(({ field, msg, isMissing }) => ({
      field,
      text: isMissing ? fillInMessages[field] : msg,
    })),
  }
}
