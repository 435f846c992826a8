import type { Look } from '#lib/cart/cart-changes.ts'

/** What a card or a row shows of the product that a control on it is for. */
export function lookOf(control: HTMLElement): Look {
  const place = control.closest('li, tr') ?? document.body
  const { price } = control.closest<HTMLElement>('[data-price]')?.dataset ?? {}
  const name = place.querySelector('h3, [data-name]')?.textContent.trim() ?? ''
  const picture = place.querySelector('img')?.getAttribute('src') ?? ''
  return {
    title: name.slice(0, 300),
    image: picture.replace(/^\/uploads\//, '').slice(0, 300),
    price: Number(price ?? 0) / 100,
  }
}
