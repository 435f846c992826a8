import type { Look } from '#lib/cart/cart-changes.ts'

/** What a card or a product's page shows of the product that a control on it is for. */
export function lookOf(control: Element): Look {
  const place = control.closest('.card, .product, tr') ?? document.body
  const name = place.querySelector('h1, h2, h3, .item-name')?.textContent.trim() ?? ''
  const prices = place.querySelector('.offer, .price, .item-price')?.textContent ?? ''
  // The first number: after it come an old price and the price of a kilogram.
  const [price = '0'] = /\d[\d,]*(\.\d+)?/.exec(prices) ?? []
  const picture = place.querySelector('img')?.getAttribute('src') ?? ''
  return {
    title: name.slice(0, 300),
    image: picture.replace(/^\/uploads\//, '').slice(0, 300),
    price: Number(price.replaceAll(',', '')),
  }
}
