import { expect, test } from 'vitest'
import { formatPaise } from '#lib/money.ts'

test('every price reads as India writes it, also those that are too small for a comma', () => {
  const whole = new Intl.NumberFormat('en-IN')
  const exact = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })
  for (let paise = 0; paise < 150_000; paise += 7) {
    const expected = (paise % 100 === 0 ? whole : exact).format(paise / 100)
    if (formatPaise(paise) !== expected) expect(formatPaise(paise)).toBe(expected)
  }
  expect(formatPaise(14_990_000)).toBe('1,49,900')
  expect(formatPaise(-150)).toBe('-1.50')
})
