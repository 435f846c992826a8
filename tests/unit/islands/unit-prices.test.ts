import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CartRow } from '#islands/cart/CartRow.tsx'
import { OrderPanel } from '#islands/checkout/OrderPanel.tsx'
import { BoughtLines } from '#islands/orders/BoughtLines.tsx'
import { ProductsTable } from '#islands/orders/ProductsTable.tsx'
import type { CartItem } from '#lib/cart/cart.ts'

const textOf = (element: ReactElement) => renderToStaticMarkup(element).replaceAll(/<[^>]*>/g, ' ')

const LINE = { title: 'Basmati Rice', choice: '5 kg', quantity: 2, pricePaise: 55_000 }
const ITEM: CartItem = {
  ...{ _id: '1', productid: 'basmati-rice', userid: 'guest', producttitle: 'Basmati Rice' },
  ...{ image: '', rating: 0, price: 550, quantity: 2, subtotal: 1100, choice: '5 kg' },
  ...{ productrams: '', productsize: '', productweight: '5 kg', oldprice: null, wasprice: null },
  ...{ stock: null, state: 'ok' },
}

const inCart = (change: Partial<CartItem>) => {
  const work = { follow: () => {}, onLeave: () => {}, lost: 0 }
  return textOf(createElement(CartRow, { item: { ...ITEM, ...change }, ...work }))
}

test('a line of the cart says what a kilogram costs, from the moment that it is put in (G23)', () => {
  expect(inCart({})).toContain('₹110 / kg')
  expect(inCart({ choice: '', unit: '500 ml', price: 60 })).toContain('₹120 / l')
  expect(inCart({ choice: 'Twin pack', unit: 'Twin pack' })).not.toMatch(/₹[\d,.]+ \//)
})

test('the order of a checkout says what a kilogram costs, and so does a placed one (G23)', () => {
  const line = { ...LINE, id: '1', unit: '5 kg', reason: '' }
  const order = { lines: [line], leftOut: [], totalPaise: 110_000, shown: 'x', isOpen: false }
  expect(textOf(createElement(OrderPanel, { order }))).toContain('5 kg · ₹110 / kg')
  const { producttitle, productid, image, price, quantity, subtotal, choice } = ITEM
  const product = { producttitle, productid, image, price, quantity, subtotal, choice }
  const products = [{ ...product, unit: '5 kg', hsn: '', gst: null }]
  for (const shown of [ProductsTable, BoughtLines]) {
    expect(textOf(createElement(shown, { products }))).toContain('₹110 / kg')
  }
  expect(textOf(createElement(BoughtLines, { products }))).toContain('5 kg · ₹550 × 2')
  const alone = products.map((one) => ({ ...one, choice: '' }))
  const shown = textOf(createElement(ProductsTable, { products: alone }))
  expect(shown, 'the only pack of a product').toMatch(/Basmati Rice\s+5 kg/)
})
