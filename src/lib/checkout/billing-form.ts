import { checkBilling } from './billing.ts'
import { BILLING_FIELDS, BILLING_LENGTHS, type BillingField } from './checkout.ts'
import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** How a field of BILLING DETAILS is typed: its token for autofill and its keyboard. */
type Typing = {
  autocomplete: string
  type?: 'tel' | 'email'
  inputmode?: 'numeric' | 'tel' | 'email'
  /** Id of the list of suggestions. */
  list?: 'countries' | 'states'
}

const TYPING: Record<BillingField, Typing> = {
  fullname: { autocomplete: 'name' },
  country: { autocomplete: 'country-name', list: 'countries' },
  streetaddressline1: { autocomplete: 'address-line1' },
  streetaddressline2: { autocomplete: 'address-line2' },
  city: { autocomplete: 'address-level2' },
  state: { autocomplete: 'address-level1', list: 'states' },
  zipcode: { autocomplete: 'postal-code', inputmode: 'numeric' },
  phonenumber: { autocomplete: 'tel', type: 'tel', inputmode: 'tel' },
  email: { autocomplete: 'email', type: 'email', inputmode: 'email' },
}

/** Every field in the order of the screen (S-083); all but the second line of the street are required. */
export const billingInputs = BILLING_FIELDS.map((name) => ({
  name,
  label: messages.fields[name],
  isRequired: name !== 'streetaddressline2',
  maxlength: BILLING_LENGTHS[name],
  ...TYPING[name],
}))

/** A field's fault as it stands beside it. */
export type FieldFault = { field: string; text: string }

/**
 * What is wrong with a form, for the alert box and beside each field. Beside a field stands what is
 * missing there, as one sentence says it of all of them (S-142).
 */
export function findFaults(values: Readonly<Record<string, unknown>>): {
  msg: string
  faults: FieldFault[]
} {
  const checked = checkBilling({ ...values })
  const faults = checked.ok ? [] : checked.faults
  return {
    msg: faults[0]?.msg ?? orderMessages.malformed,
    faults: faults.map(({ field, msg }) => ({ field, text: besideField(field, msg) })),
  }
}

/** What stands beside a field when the server or the browser says this of it. */
function besideField(field: BillingField | 'note', msg: string): string {
  return msg === orderMessages.required ? messages.fillIn[field] : msg
}
