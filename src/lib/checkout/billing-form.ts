import { checkBilling } from './billing.ts'
import { BILLING_LENGTHS, type BillingField } from './checkout.ts'
import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** A field of an address: its words, its token for autofill and its keyboard. */
export type AddressInput = {
  name: BillingField
  label: string
  isRequired: boolean
  maxLength: number
  autoComplete: string
  type?: 'tel' | 'email'
  inputMode?: 'numeric' | 'tel' | 'email'
  /** Id of the list of suggestions. */
  list?: 'countries' | 'states'
}

/**
 * In the order of the screen: what is known comes first, and the PIN code before what it fills in.
 * All fields of S-083 are there.
 */
const TYPING: [BillingField, Pick<AddressInput, 'autoComplete' | 'type' | 'inputMode' | 'list'>][] =
  [
    ['fullname', { autoComplete: 'name' }],
    ['country', { autoComplete: 'country-name', list: 'countries' }],
    ['streetaddressline1', { autoComplete: 'address-line1' }],
    ['streetaddressline2', { autoComplete: 'address-line2' }],
    ['zipcode', { autoComplete: 'postal-code', inputMode: 'numeric' }],
    ['city', { autoComplete: 'address-level2' }],
    ['state', { autoComplete: 'address-level1', list: 'states' }],
    ['phonenumber', { autoComplete: 'tel', type: 'tel', inputMode: 'tel' }],
    ['email', { autoComplete: 'email', type: 'email', inputMode: 'email' }],
  ]

/** The fields of BILLING DETAILS (S-083); all but the second line of the street are required. */
export const billingInputs: readonly AddressInput[] = TYPING.map(([name, typing]) => ({
  name,
  label: messages.fields[name],
  isRequired: name !== 'streetaddressline2',
  maxLength: BILLING_LENGTHS[name],
  ...typing,
}))

/** A field's fault as it stands beside it. */
export type FieldFault = { field: string; text: string }

/** Where a field stands on the screen: the first fault there is the one that is led to. */
const placeOf = (field: string) => {
  const at = TYPING.findIndex(([name]) => name === field)
  return at < 0 ? TYPING.length : at
}

/**
 * What is wrong with a form, for the alert box and beside each field, in the order of the screen.
 * Beside a field stands what is missing there, as the specification's sentence says it of all of
 * them (S-142).
 */
export function findFaults(values: Readonly<Record<string, unknown>>): {
  msg: string
  faults: FieldFault[]
} {
  const checked = checkBilling({ ...values })
  const faults = checked.ok ? [] : checked.faults
  return {
    msg: faults[0]?.msg ?? orderMessages.malformed,
    faults: faults
      .map(({ field, msg }) => ({ field, text: besideField(field, msg) }))
      .toSorted((one, other) => placeOf(one.field) - placeOf(other.field)),
  }
}

/** What stands beside a field when the server or the browser says this of it. */
function besideField(field: BillingField | 'note', msg: string): string {
  return msg === orderMessages.required ? messages.fillIn[field] : msg
}
