import { expect, test } from 'vitest'
import { nameSchema } from '#lib/account/account.ts'
import { contactSchema } from '#lib/account/contact.ts'
import { addressSchema } from '#lib/checkout/address.ts'
import { checkBilling } from '#lib/checkout/billing.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

const LETTER = { name: 'Asha', email: 'asha@example.com', message: 'Do you sell jackfruit?' }
const { email: _email, ...ADDRESS } = BILLING

/** Which forms accept a name. */
const takenBy = (name: string) => ({
  account: nameSchema.safeParse(name).success,
  address: addressSchema.safeParse({ ...ADDRESS, fullname: name }).success,
  checkout: checkBilling({ ...BILLING, fullname: name }).ok,
  contact: contactSchema.safeParse({ ...LETTER, name }).success,
})
const all = (is: boolean) => ({ account: is, address: is, checkout: is, contact: is })

test('a name is one plain line in every form, and what one takes all take (A06 A08)', () => {
  for (const sign of ['\u200f', '\u061c', '\u202e', '\u2066', '\u2028', '\n', '\0', '\ud800'])
    expect(takenBy(`Asha${sign}Rao`), JSON.stringify(sign)).toEqual(all(false))
  // Indian scripts join and separate letters by invisible characters.
  for (const name of ['Asha Rao', 'क्\u200dष', 'ക്\u200cഷ', 'আশা'])
    expect(takenBy(name), name).toEqual(all(true))
})
