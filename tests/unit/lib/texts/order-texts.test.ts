import { expect, test } from 'vitest'
import { isWithinState, taxLines } from '#lib/checkout/gst.ts'
import type { Order } from '#lib/checkout/order.ts'
import { INDIAN_STATES } from '#lib/checkout/states.ts'
import { timelineOf } from '#lib/texts/browser/orders.ts'

const line = (subtotal: number, gst: number | null) => ({
  ...{ productid: 'p', producttitle: 'P', image: '', choice: '', unit: '', hsn: '', quantity: 1 },
  ...{ price: subtotal, subtotal, gst },
})

function order(given: Partial<Order>): Order {
  return {
    ...{ _id: 'o', number: 'K1', paymentid: 'pay_1', name: 'Asha', phonenumber: '9', address: 'A' },
    ...{ city: 'Pune', state: 'Maharashtra', country: 'India', zipcode: '411001', amount: 100 },
    ...{ total: 1, email: 'a@b.c', userid: 'u', status: 'confirmed', date: '', note: '' },
    arrives: '',
    ...{
      payment: 'online',
      refund: null,
      refundpart: 0,
      cancancel: true,
      page: 1,
      totalpages: 1,
      products: [],
    },
    ...given,
  }
}

test('an invoice takes the tax of each rate out of the prices, to the paisa', () => {
  const products = [line(105, 5), line(118, 18), line(50, null), line(0.99, 5)]
  const lines = taxLines(order({ products }), '27AAAAA0000A1Z5')
  expect(lines).toEqual([
    { percent: 5, taxablePaise: 10_095, cgstPaise: 252, sgstPaise: 252, igstPaise: 0 },
    { percent: 18, taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 },
  ])
  for (const { taxablePaise, cgstPaise, sgstPaise, percent } of lines) {
    const paid = percent === 5 ? 10_599 : 11_800
    expect(taxablePaise + cgstPaise + sgstPaise).toBe(paid)
  }
})

test('half the tax is CGST and as much is SGST, however odd the sum', () => {
  for (let paise = 1; paise < 400; paise++) {
    const [tax = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 1 }] = taxLines(
      order({ products: [line(paise / 100, 5)] }),
      '27AAAAA0000A1Z5',
    )
    expect(tax.cgstPaise).toBe(tax.sgstPaise)
    expect(tax.taxablePaise + 2 * tax.cgstPaise).toBe(paise)
  }
})

test('a bill from before both halves were rounded alike keeps its odd paisa (P19)', () => {
  const bought = order({ products: [line(20, 5)] })
  expect(taxLines(bought, '27AAAAA0000A1Z5', false)).toEqual([
    { percent: 5, taxablePaise: 1905, cgstPaise: 47, sgstPaise: 48, igstPaise: 0 },
  ])
  expect(taxLines(bought, '27AAAAA0000A1Z5')).toEqual([
    { percent: 5, taxablePaise: 1904, cgstPaise: 48, sgstPaise: 48, igstPaise: 0 },
  ])
})

test('from one state to another the tax is IGST', () => {
  const products = [line(105, 5)]
  const [goa] = taxLines(order({ products, state: 'Goa' }), '27AAAAA0000A1Z5')
  expect(goa).toMatchObject({ cgstPaise: 0, sgstPaise: 0, igstPaise: 500 })
})

test('a timeline shows what happened and what is still to come', () => {
  const date = '2026-11-21T10:00:00.000Z'
  const events = [
    { status: 'confirmed' as const, date, note: 'Paid' },
    { status: 'packed' as const, date, note: '' },
  ]
  const steps = timelineOf(order({ events, status: 'packed' }))
  expect(steps.map(({ text, date: day, isNow }) => [text, day !== undefined, isNow])).toEqual([
    ['Confirmed', true, false],
    ['Packed', true, true],
    ['Out for delivery', false, false],
    ['Delivered', false, false],
  ])
})

test('a cancelled order has nothing more to come', () => {
  const date = '2026-11-21T10:00:00.000Z'
  const events = [{ status: 'cancelled' as const, date, note: '' }]
  expect(timelineOf(order({ events, status: 'cancelled' }))).toHaveLength(1)
})

test('a line without tax beside one with tax keeps the tax of another state whole', () => {
  const products = [line(100, 0), line(105, 5)]
  const away = order({ products, state: 'Goa' })
  expect(isWithinState(away, '27AAAAA0000A1Z5')).toBe(false)
  expect(taxLines(away, '27AAAAA0000A1Z5')).toMatchObject([
    { percent: 0, igstPaise: 0 },
    { percent: 5, cgstPaise: 0, sgstPaise: 0, igstPaise: 500 },
  ])
})

test('a state is the same by all of its names and codes', () => {
  for (const [gstin, state] of [
    ['07', 'NCT of Delhi'],
    ['21', 'ORISSA'],
    ['01', 'Jammu & Kashmir'],
    ['25', 'Daman and Diu'],
  ] as const) {
    expect(isWithinState(order({ state }), `${gstin}AAAAA0000A1Z5`)).toBe(true)
  }
  expect(isWithinState(order({ state: 'Bavaria' }), '99AAAAA0000A1Z5')).toBe(false)
  expect(INDIAN_STATES).toHaveLength(36)
})
