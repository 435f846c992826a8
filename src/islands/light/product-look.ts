import { choiceOf, readPacks } from '#lib/catalogue/card-packs.ts'
import { NO_CHOICE } from '#lib/catalogue/choice.ts'
import type { LineRef, Look } from '#lib/cart/cart-changes.ts'
import { paiseToRupees } from '#lib/money.ts'

/** The line that a card's ADD is for: its product, or the only pack that the card offers. */
export function lineOf(button: HTMLButtonElement): LineRef {
  const choices = readPacks(button.dataset)
  const [only] = choices?.packs ?? []
  const choice = choices && only ? choiceOf(choices, only.label) : NO_CHOICE
  return { id: '', productid: button.value, ...choice }
}

/** What a card or row shows of its product: title, image and price in rupees. */
export function lookOnPage(control: HTMLElement): Look {
  const place = placeOf(control)
  const { price } = control.closest<HTMLElement>('[data-price]')?.dataset ?? {}
  const name = place.querySelector('h3, [data-name]')?.textContent.trim() ?? ''
  const picture = place.querySelector('img')?.getAttribute('src') ?? ''
  return {
    title: name.slice(0, 300),
    image: picture.replace(/^\/uploads\//, '').slice(0, 300),
    price: paiseToRupees(Number(price ?? 0)),
  }
}

/** The same with the file of the picture that the browser has chosen, so that it need not load another one. */
export function glanceOf(control: HTMLElement): Look {
  const look = lookOnPage(control)
  const [, file = look.image] =
    placeOf(control).querySelector('img')?.currentSrc.split('/uploads/') ?? []
  return { ...look, image: file }
}

const placeOf = (control: HTMLElement): Element =>
  control.closest('[data-card], li, tr') ?? document.body
