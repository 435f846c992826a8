import { BILLING_FIELDS, BILLING_LENGTHS, type BillingField } from './billing-fields.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'

/** An address field: its label, autofill token and keyboard. */
export type AddressInput = {
  name: BillingField
  label: string
  isRequired: boolean
  maxLength: number
  autoComplete: string
  type?: 'tel' | 'email'
  inputMode?: 'numeric' | 'tel' | 'email'
  /** Id of the datalist with suggestions. */
  list?: 'countries' | 'states'
}

const TYPING: Record<
  BillingField,
  Pick<AddressInput, 'autoComplete' | 'type' | 'inputMode' | 'list'>
> = {
  fullname: { autoComplete: 'name' },
  phonenumber: { autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
  streetaddressline1: { autoComplete: 'address-line1' },
  streetaddressline2: { autoComplete: 'address-line2' },
  zipcode: { autoComplete: 'postal-code', inputMode: 'numeric' },
  city: { autoComplete: 'address-level2' },
  state: { autoComplete: 'address-level1', list: 'states' },
  country: { autoComplete: 'country-name', list: 'countries' },
  email: { autoComplete: 'email', type: 'email', inputMode: 'email' },
}

/** The fields of BILLING DETAILS (S-083); all are required except the second street line. */
export const billingInputs: readonly AddressInput[] = BILLING_FIELDS.map((name) => ({
  name,
  label: checkoutTexts.fields[name],
  isRequired: name !== 'streetaddressline2',
  maxLength: BILLING_LENGTHS[name],
  ...TYPING[name],
}))

/** The same fields for a guest, whose email address is optional. */
export const guestInputs: readonly AddressInput[] = billingInputs.map((input) =>
  input.name === 'email'
    ? { ...input, label: `${input.label} ${checkoutTexts.optional}`, isRequired: false }
    : input,
)
