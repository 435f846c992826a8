import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CartTotals } from '#islands/cart/CartTotals.tsx'

const totals = (estimate?: string) =>
  renderToStaticMarkup(
    createElement(CartTotals, { id: 'totals', items: [], bar: 'phone', estimate }),
  )

test('the totals of a shop that says no country are estimated for the United Kingdom (S-071 S-201)', () => {
  expect(totals('')).toContain('Estimate for</dt><dd class="font-bold tabular-nums">United Kingdom')
  expect(totals('India')).toContain('>India</dd>')
  expect(totals()).not.toContain('Estimate for')
})

test('a cart that falls below the least order says so aloud, also after being above it', () => {
  const item = {
    ...{ _id: '1', productid: 'dal', userid: 'asha', producttitle: 'Toor Dal', image: '' },
    ...{ rating: 0, price: 100, oldprice: null, quantity: 1, subtotal: 100, choice: '', stock: 9 },
    ...{ productrams: '', productsize: '', productweight: '', wasprice: null },
    state: 'ok' as const,
  }
  const withLeast = (minimum: number) =>
    renderToStaticMarkup(
      createElement(CartTotals, { id: 'totals', items: [item], bar: 'phone', minimum }),
    )
  expect(withLeast(500)).toMatch(/role="status">[^<]+500/)
  expect(withLeast(50)).toContain('role="status"></p>')
})
