import { placeLine } from '#lib/checkout/place-line.ts'
import { decodePlace, type Place, PLACE_KEY } from '#lib/checkout/place.ts'
import { placeTexts } from '#lib/texts/browser/place.ts'

/** Says on a product's page whether the shop delivers to a place. */
export function showPlace(place: Place): void {
  const text = document.querySelector('[data-delivery] > span')
  const link = document.querySelector('[data-delivery] > a')
  if (!text || !link) return
  text.textContent = placeLine(place)
  link.textContent = placeTexts.change
}

/** Does so for the place stored in this browser. */
export function showKept(): void {
  const place = decodePlace(localStorage.getItem(PLACE_KEY))
  if (place) showPlace(place)
}
