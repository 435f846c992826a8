import { expect, test } from 'vitest'
import { readableParams } from '#lib/counter/order-filter.ts'

test('an address of orders keeps what can be read of its filter', () => {
  const read = (text: string) => readableParams(new URLSearchParams(text)).toString()
  expect(read('state=nowhere&q=dal&from=2026-13-40&pay=cash')).toBe('q=dal&pay=cash')
  expect(read('state=new&state=packed&foo=1')).toBe('state=new')
})
