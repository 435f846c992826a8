import type { Look } from '../lib/cart-changes.ts'

/** What a card or a product's page shows of the product that a control on it is for. */
export function lookOf(control: Element): Look {
  const place = control.closest('.card, .product, tr') ?? document.body
  const name = place.querySelector('h1, h2, h3, .item-name')?.textContent.trim() ?? ''
  const price = place.querySelector('.price, .item-price')?.firstChild?.textContent ?? ''
  const picture = place.querySelector('img')?.getAttribute('src') ?? ''
  return {
    title: name.slice(0, 300),
    image: picture.replace(/^\/uploads\//, '').slice(0, 300),
    price: Number(price.replace(/[^\d.]|^\D*\./g, '')) || 0,
  }
}
