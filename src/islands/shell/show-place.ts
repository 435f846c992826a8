import { HOST } from '#lib/browser/host-cookie.ts'
import { placeLine } from '#lib/checkout/place-line.ts'
import { readStored } from '#lib/browser/read-stored.ts'
import { decodePlace, type Place, PLACE_KEY, storePlace } from '#lib/checkout/place.ts'
import { placeTexts } from '#lib/texts/browser/place.ts'

/** Says on a product's page whether the shop delivers to a place. */
export function showPlace(place: Place): void {
  const text = document.querySelector('[data-delivery] > span')
  const link = document.querySelector('[data-delivery] > a')
  if (!text || !link) return
  text.textContent = placeLine(place)
  link.textContent = placeTexts.change
}

/**
 * The PIN code by which header, cart and checkout go, as forms without script choose it too; '' if
 * none is chosen.
 */
export function chosenPin(): string {
  const host = location.protocol === 'https:' ? HOST : ''
  return RegExp(`(?:^|; )${host}place=(\\d+)`).exec(document.cookie)?.[1] ?? ''
}

/**
 * Says so for the PIN code chosen in this browser: at once what is stored for it, then what the
 * shop answers now, as it may have changed its list of places since.
 */
export async function showChosen(): Promise<void> {
  const pin = chosenPin()
  if (pin === '') return
  const kept = decodePlace(readStored(PLACE_KEY))
  if (kept?.pin === pin) showPlace(kept)
  const { askPlace } = await import('#lib/checkout/ask-place.ts')
  const place = await askPlace(pin)
  // Another one may have been chosen meanwhile.
  if (!place || place.pin !== chosenPin()) return
  showPlace(place)
  storePlace(place)
}
