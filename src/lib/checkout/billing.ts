import { EMAIL } from '#lib/email.ts'
import {
  type Billing,
  BILLING_FIELDS,
  BILLING_LENGTHS,
  type BillingField,
} from './billing-fields.ts'
import { ONE_LINE } from '#lib/one-line.ts'
import { plainPhone } from '#lib/plain-phone.ts'
import { PLAIN_TEXT } from '#lib/plain-text.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { isPinCode, isPinOfState } from './pin-codes.ts'

/** An error in one field of the form. */
export type BillingFault = { field: BillingField | 'note'; msg: string; isMissing?: boolean }

const OPTIONAL = ['streetaddressline2', 'note']
export type BillingRules = {
  /** A guest need not give an email address. */
  isMailOptional?: boolean
  /** Whether there is a country of this name; the browser, whose form has a list of them, does not ask. */
  isCountry?: (name: string) => boolean
}

const isOptional = (field: string, isMailOptional: boolean) =>
  OPTIONAL.includes(field) || (isMailOptional && field === 'email')

/**
 * Checks BILLING DETAILS: empty fields, in the words of S-142, and values to which nothing could be
 * delivered (A08).
 * @returns the cleaned values, or all errors in the order of the screen
 */
export function checkBilling(
  given: Record<string, unknown>,
  { isMailOptional = false, isCountry = () => true }: BillingRules = {},
): { ok: true; value: Billing } | { ok: false; faults: BillingFault[] } {
  const fields = [...BILLING_FIELDS, 'note' as const]
  const billing = Object.fromEntries(
    fields.map((field) => [field, textOf(given[field], field)]),
  ) as Billing
  const faults = fields.flatMap((field) => {
    if (billing[field] === '' && !isOptional(field, isMailOptional))
      return { field, msg: orderMessages.required, isMissing: true }
    const msg = faultOf(billing, field, isCountry)
    return msg === undefined ? [] : { field, msg }
  })
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: billing }
}

/** The error that the alert names: that something is missing (S-142), else the first on the screen. */
export const toldFault = (faults: readonly BillingFault[]): BillingFault | undefined =>
  faults.find(({ isMissing }) => isMissing) ?? faults[0]

function textOf(value: unknown, field: BillingField | 'note'): string {
  if (typeof value !== 'string') return ''
  // Forms send a line break as two characters, and count it as one.
  const text = value.replaceAll('\r\n', '\n').trim()
  if (field === 'email') return text.toLowerCase()
  if (field === 'phonenumber') return plainPhone(text)
  return field === 'zipcode' ? text.replaceAll(/\s/g, '') : text
}

function faultOf(
  billing: Billing,
  field: BillingField | 'note',
  isCountry: NonNullable<BillingRules['isCountry']>,
): string | undefined {
  const text = billing[field]
  if (text.length > BILLING_LENGTHS[field]) return orderMessages.tooLong
  if (!(field === 'note' ? PLAIN_TEXT : ONE_LINE).test(text)) return orderMessages.malformed
  if (field === 'country' && !isCountry(text)) return orderMessages.country
  if (field === 'email' && text !== '' && !EMAIL.test(text)) return orderMessages.email
  if (field === 'phonenumber' && !isPhone(text, billing.country)) return orderMessages.phone
  if (field === 'note' && hasCardNumber(text)) return orderMessages.cardNumber
  if (billing.country !== 'India') return undefined
  if (field === 'zipcode' && !isPinCode(text)) return orderMessages.pin
  const isMatched = !isPinCode(billing.zipcode) || isPinOfState(billing.zipcode, billing.state)
  return field === 'state' && !isMatched ? orderMessages.state : undefined
}

function isPhone(text: string, country: string): boolean {
  if (!/^\+?[\d ()-]+$/.test(text)) return false
  const digits = text.replaceAll(/\D/g, '')
  if (country !== 'India') return digits.length >= 6 && digits.length <= 15
  // The code is sent to a number with a `+` as it stands, so with another country code it would go
  // abroad.
  const dialled = text.startsWith('+') ? /^91[1-9]\d{9}$/ : /^(0|91|0091)?[1-9]\d{9}$/
  return dialled.test(digits)
}

/** Whether a text contains 13 to 19 digits that pass the Luhn check (P10). */
function hasCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ -]?\d){12,18}/g) ?? []
  return runs.some((run) => isLuhn(run.replaceAll(/\D/g, '')))
}

function isLuhn(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
