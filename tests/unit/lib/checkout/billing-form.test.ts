import { expect, test } from 'vitest'
import { billingInputs } from '#lib/checkout/billing-inputs.ts'
import { findFaults } from '#lib/checkout/billing-form.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

test('the message speaks of the field that gets the focus, the first on the screen (S-142)', () => {
  const { msg, faults } = findFaults({ ...BILLING, phonenumber: '12345', zipcode: '4110' })
  expect(faults).toEqual([
    { field: 'phonenumber', text: orderMessages.phone },
    { field: 'zipcode', text: orderMessages.pin },
  ])
  expect(msg).toBe(orderMessages.phone)
})

test('where something is missing, too, the message says that first (S-142)', () => {
  const { msg, faults } = findFaults({ ...BILLING, phonenumber: '12345', email: '' })
  expect(msg).toBe(orderMessages.required)
  expect(faults.map(({ field }) => field)).toEqual(['phonenumber', 'email'])
})

test('errors come in the order of the fields on the screen (S-083)', () => {
  const order = billingInputs.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  expect(findFaults({}).faults.map(({ field }) => field)).toEqual(order)
})
