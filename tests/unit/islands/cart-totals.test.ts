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
