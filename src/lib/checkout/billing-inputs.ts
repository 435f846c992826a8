import { BILLING_LENGTHS, type BillingField } from './billing-fields.ts'
import { checkoutMessages } from '#lib/texts/browser/checkout.ts'

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
 * In the order of the screen: what only the shopper knows comes first, so that a phone shows it without a
 * scroll, and the PIN code before what it fills in. All fields of S-083 are there.
 */
const TYPING: [BillingField, Pick<AddressInput, 'autoComplete' | 'type' | 'inputMode' | 'list'>][] =
  [
    ['fullname', { autoComplete: 'name' }],
    ['phonenumber', { autoComplete: 'tel', type: 'tel', inputMode: 'tel' }],
    ['streetaddressline1', { autoComplete: 'address-line1' }],
    ['streetaddressline2', { autoComplete: 'address-line2' }],
    ['zipcode', { autoComplete: 'postal-code', inputMode: 'numeric' }],
    ['city', { autoComplete: 'address-level2' }],
    ['state', { autoComplete: 'address-level1', list: 'states' }],
    ['country', { autoComplete: 'country-name', list: 'countries' }],
    ['email', { autoComplete: 'email', type: 'email', inputMode: 'email' }],
  ]

/** The fields of BILLING DETAILS (S-083); all but the second line of the street are required. */
export const billingInputs: readonly AddressInput[] = TYPING.map(([name, typing]) => ({
  name,
  label: checkoutMessages.fields[name],
  isRequired: name !== 'streetaddressline2',
  maxLength: BILLING_LENGTHS[name],
  ...typing,
}))

/** The same for who has no account. */
export const guestInputs: readonly AddressInput[] = billingInputs.map((input) =>
  input.name === 'email'
    ? { ...input, label: `${input.label} ${checkoutMessages.optional}`, isRequired: false }
    : input,
)
