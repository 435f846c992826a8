import { MAX_LINES } from '#lib/limits.ts'
import { expect, test } from 'vitest'
import { lineWishField } from '#lib/checkout/billing-fields.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { checkBilling } from '#lib/checkout/billing.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { isPinOfState } from '#lib/checkout/pin-codes.ts'
import { allowOf } from '#lib/server/http/find-route.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { NEXT_STATUSES } from '#lib/server/orders/statuses.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

const faultsOf = (change: Record<string, unknown>) => {
  const checked = checkBilling({ ...BILLING, ...change }, { isCountry })
  return checked.ok ? [] : checked.faults
}

test('all fields but street line 2 must be filled in, in the words of the rule (S-142)', () => {
  expect(faultsOf({ streetaddressline2: '' })).toEqual([])
  const required = Object.keys(BILLING).filter((name) => name !== 'streetaddressline2')
  for (const field of required) {
    for (const empty of ['', '  ', undefined, null, 7]) {
      expect(faultsOf({ [field]: empty })).toEqual([
        { field, msg: orderMessages.required, isMissing: true },
      ])
    }
  }
  expect(orderMessages.required).toBe('Please Fill all the required fields!')
})

test('what is wrong is said with what is missing, in one go (S-142)', () => {
  const faults = faultsOf({ state: '', zipcode: '4110', phonenumber: '12' })
  expect(faults.map(({ field, msg }) => [field, msg])).toEqual([
    ['phonenumber', orderMessages.phone],
    ['zipcode', orderMessages.pin],
    ['state', orderMessages.required],
  ])
})

test('what nothing could be brought by is refused, beside its field (A08 S-142)', () => {
  const wrong: [string, string, string][] = [
    ['zipcode', '56001', orderMessages.pin],
    ['zipcode', '060001', orderMessages.pin],
    ['zipcode', '56000a', orderMessages.pin],
    ['phonenumber', '12345', orderMessages.phone],
    ['phonenumber', 'call me', orderMessages.phone],
    // Without the plus sign its ten digits would do, but this is a number in Singapore.
    ['phonenumber', '+6591234567', orderMessages.phone],
    ['phonenumber', '(+65) 9123 4567', orderMessages.phone],
    ['phonenumber', '+0 98450 12345', orderMessages.phone],
    ['email', 'asha', orderMessages.email],
    ['email', 'a@b@c.d', orderMessages.email],
    ['email', 'asha@example', orderMessages.email],
    ['email', 'asha..rao@example.com', orderMessages.email],
    ['country', 'Atlantis', orderMessages.country],
    ['fullname', 'Asha\u202eRao', orderMessages.malformed],
    ['fullname', 'A\nB', orderMessages.malformed],
    ['city', '\ud800', orderMessages.malformed],
    ['fullname', 'A'.repeat(81), orderMessages.tooLong],
  ]
  for (const [field, text, msg] of wrong) {
    expect(faultsOf({ [field]: text })).toEqual([{ field, msg }])
  }
  expect(faultsOf({ state: 'Kerala' })).toEqual([{ field: 'state', msg: orderMessages.state }])
  expect(
    faultsOf({
      country: 'Nepal',
      state: 'Bagmati',
      zipcode: '44600',
      phonenumber: '+977 1 4412345',
    }),
  ).toEqual([])
  expect(faultsOf({ zipcode: '560 001', phonenumber: '+91 98450 12345' })).toEqual([])
  const written = [
    ...['011-23456789', '+91 11 2345 6789', '0120-4567890', '(+91) 98450 12345'],
    // As copied from contacts.
    ...['\u202a+91 98450 12345\u202c', '98450\u00a012345'],
  ]
  for (const phonenumber of written) expect(faultsOf({ phonenumber }), phonenumber).toEqual([])
})

test('a PIN code lies in its state, whatever it is called (A08)', () => {
  const right = [
    ['110001', 'Delhi'],
    ['403001', 'Goa'],
    ['605001', 'Pondicherry'],
    ['751001', 'Orissa'],
    ['190001', 'Jammu & Kashmir'],
    ['737101', 'Sikkim'],
    ['226001', 'U.P.'],
    ['900001', 'Karnataka'],
  ] as const
  for (const [pin, state] of right) expect(isPinOfState(pin, state)).toBe(true)
  expect(isPinOfState('403001', 'Maharashtra')).toBe(false)
  expect(isPinOfState('560001', 'Goa')).toBe(false)
  // Villages of Khammam went to Andhra Pradesh and kept their codes.
  for (const state of ['Telangana', 'Andhra Pradesh'])
    expect(isPinOfState('507126', state)).toBe(true)
  expect(isPinOfState('508001', 'Andhra Pradesh')).toBe(false)
})

test('a card number does not get into the note of an order (P10)', () => {
  for (const note of ['my card 4111-1111-1111-1111', '4111 1111 1111 1111'])
    expect(faultsOf({ note })).toEqual([{ field: 'note', msg: orderMessages.cardNumber }])
  expect(faultsOf({ note: 'call 9845012345, order 1234567890123456' })).toEqual([])
})

test('fields that the server knows better are ignored, unknown ones and wrong types refused (A07 T06 P14)', () => {
  const ignored = {
    userid: 'x',
    amount: -1,
    products: [{ price: 0 }],
    paid: true,
    price: 0,
    currency: 'USD',
  }
  expect(readCheckout({ ...BILLING, ...ignored }, undefined)).toMatchObject({ ok: true })
  for (const bad of [
    { isadmin: true },
    { seen: -1 },
    { seen: 'NaN' },
    { seen: '1e9' },
    { seen: [] },
    { payment: 'free' },
    { fullname: {} },
  ]) {
    expect(readCheckout({ ...BILLING, ...bad }, undefined)).toMatchObject({ ok: false })
  }
})

test('each line of a full cart may have a choice of its own, and no more lines than a cart has (A09)', () => {
  const choices = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [lineWishField(`l${at}`), 'leave']))
  expect(readCheckout({ ...BILLING, ...choices(MAX_LINES) }, undefined)).toMatchObject({ ok: true })
  expect(readCheckout({ ...BILLING, ...choices(MAX_LINES + 1) }, undefined)).toMatchObject({
    ok: false,
  })
})

test('an order goes its way step by step, and back only to the money', () => {
  const way = ['pending', 'confirmed', 'packed', 'out_for_delivery', 'delivered'] as const
  for (const [at, status] of way.entries()) {
    const further = NEXT_STATUSES[status].filter((next) => way.some((step) => step === next))
    expect([status, further]).toEqual([status, way.slice(at + 1, at + 2)])
  }
  const beside = way.map((status) => NEXT_STATUSES[status].includes('cancelled'))
  expect(beside, 'until it is delivered it can be called off').toEqual([
    ...[true, true, true, true, false],
  ])
  for (const end of ['delivered', 'cancelled'] as const) {
    expect([end, NEXT_STATUSES[end]]).toEqual([end, ['refunded']])
  }
  expect(NEXT_STATUSES.refunded).toEqual([])
})

test('the addresses of checkout and orders take their methods alone (H7)', () => {
  expect(allowOf('/api/checkout')).toBe('GET, HEAD, POST')
  expect(allowOf('/api/orders')).toBe('GET, HEAD')
  for (const path of [
    '/api/orders/create',
    '/api/orders/callback',
    '/api/webhooks/razorpay',
    '/api/orders/1/cancel',
  ]) {
    expect(allowOf(path)).toBe('POST')
  }
})
