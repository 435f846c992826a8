import { createElement, createRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TableBadge } from '#islands/orders/StatusBadge.tsx'
import { AddForm } from '#islands/purchase/AddForm.tsx'
import { Offer } from '#islands/purchase/Offer.tsx'
import { ProductInfo } from '#islands/purchase/ProductInfo.tsx'
import { Review } from '#islands/reviews/Review.tsx'
import type { OrderStatus } from '#lib/checkout/order.ts'
import type { Product } from '#lib/catalogue/product.ts'
import { productView } from '#lib/catalogue/product-view.ts'
import { specificationsOf } from '#lib/catalogue/specifications.ts'
import { aPack, aProduct } from '#tests/support/a-product.ts'

test('IN STOCK stands below a price unless stock is counted and used up (S-058)', () => {
  const offer = (stock: number | null) =>
    renderToStaticMarkup(createElement(Offer, { pack: aPack('1 kg', 8400, { stock }), sign: '₹' }))
  for (const stock of [null, 1, 40]) {
    expect(offer(stock)).toContain('IN STOCK')
    expect(offer(stock)).not.toContain('OUT OF STOCK')
  }
  expect(offer(0)).toContain('OUT OF STOCK')
  expect(offer(0)).not.toContain('IN STOCK')
})

test('a product is out of stock when all packs are, or the chosen one (S-058)', () => {
  const page = (stocks: number[], label?: string) => {
    const packs = stocks.map((stock, at) => aPack(`${at + 1} kg`, 8400 + at * 1000, { stock }))
    const product = productView(aProduct({ weights: ['1 kg', '2 kg'], packKind: 'weight', packs }))
    const html = renderToStaticMarkup(createElement(ProductInfo, { product, label }))
    return {
      price: /Rs: [\d,]+/.exec(html)?.[0],
      isOut: html.includes('text-error">OUT OF STOCK</p>'),
      asksForMail: html.includes('Tell me when it is back in stock'),
    }
  }
  const soldOut = { isOut: true, asksForMail: true }
  const inStock = { isOut: false, asksForMail: false }
  expect(page([0, 20])).toEqual({ price: 'Rs: 94', ...inStock })
  expect(page([0, 20], '2 kg')).toEqual({ price: 'Rs: 94', ...inStock })
  expect(page([0, 20], '1 kg')).toEqual({ price: 'Rs: 84', ...soldOut })
  expect(page([0, 0])).toEqual({ price: 'Rs: 84', ...soldOut })
})

test('RAM, Size and Weight are asked for where a product has such choices, and nowhere else (S-059)', () => {
  const asked = (known: Partial<Product>) => {
    const props = { label: undefined, pack: undefined, missing: [], isLive: true, isPage: true }
    const product = productView(aProduct(known))
    const form = createRef<HTMLFormElement>()
    const html = renderToStaticMarkup(
      createElement(AddForm, { product, form, sign: '₹', ...props, onChoose: () => {} }),
    )
    return [...html.matchAll(/<legend[^>]*>([^<]*)</g)].map(([, name]) => name)
  }
  expect(asked({})).toEqual([])
  expect(asked({ sizes: ['small', 'large'] })).toEqual(['Size'])
  expect(asked({ rams: ['8 GB'], weights: ['1 kg', '2 kg'] })).toEqual(['RAM', 'Weight'])
})

test('additional info is what the product says of itself, else the fixed table (S-062)', () => {
  const specs = [{ key: 'Made from', value: 'Chana dal' }]
  expect(specificationsOf(aProduct({ specs }))).toEqual(specs)
  const from = (...origins: string[]) =>
    origins.map((origin) => aProduct({ origin, shelfLife: '', veg: '' }))
  const keys = (products: Product[]) =>
    products.flatMap((product) => specificationsOf(product, products).map(({ key }) => key))
  expect(keys(from('Punjab, India'))).toEqual(['Country of origin'])
  expect(keys(from('Punjab'))).toEqual(['Origin'])
  expect(keys(from('India', '')), 'none is no other').toContain('Country of origin')
  expect(keys(from('Punjab', 'India')), 'one row for all').toEqual(['Origin', 'Origin'])
  expect(specificationsOf(aProduct()).map(({ key }) => key)).toEqual(['Price', 'Delivery'])
})

test('a review shows its name, date, text and stars (S-063)', () => {
  const review = {
    ...{ _id: 'r', customername: 'Asha Rao', review: 'Soft, <b>fragrant</b>', customerrating: 4 },
    ...{ dateCreated: '2026-03-05T06:00:00.000Z', dateEdited: null, verified: false },
  }
  const html = renderToStaticMarkup(createElement(Review, { review }))
  expect(html).toContain('>Asha Rao<')
  expect(html).toContain('dateTime="2026-03-05T06:00:00.000Z">5 Mar 2026<')
  expect(html).toContain('>Soft, &lt;b&gt;fragrant&lt;/b&gt;<')
  expect(html).toContain('aria-label="Rated 4 of 5 stars"')
})

test('on the screen of orders pending is red, and whatever else is green (S-089)', () => {
  const badge = (status: OrderStatus) =>
    /bg-\w+/.exec(renderToStaticMarkup(createElement(TableBadge, { status })))?.[0]
  expect(badge('pending')).toBe('bg-error')
  for (const status of ['confirmed', 'out_for_delivery', 'delivered', 'cancelled'] as const) {
    expect(badge(status), status).toBe('bg-success')
  }
})
