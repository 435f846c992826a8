import { firstInput } from '#islands/wake/first-input.ts'
import { isSlowConnection } from '#lib/browser/connection.ts'
import { readStored } from '#lib/browser/read-stored.ts'
import { placeLine } from '#lib/checkout/place-line.ts'
import { decodePlace, type Place, PLACE_KEY, readPlaceCookie } from '#lib/checkout/place.ts'
import { placeTexts } from '#lib/texts/browser/place.ts'

/** Says on a product's page whether the shop delivers to a place. */
export function showPlace(place: Place): void {
  const text = document.querySelector('[data-delivery] > span')
  const link = document.querySelector('[data-delivery] > a')
  if (!text || !link) return
  text.textContent = placeLine(place)
  link.textContent = placeTexts.change
}

/** The PIN code by which header, cart and checkout go; pages without script choose it, too. */
export const chosenPin = (): string =>
  readPlaceCookie(document.cookie, location.protocol === 'https:')

/**
 * Says so for the PIN code chosen in this browser: at once what is stored for it, then what the
 * shop answers now, as it may have changed its list of places since.
 */
export async function showChosen(): Promise<void> {
  const pin = chosenPin()
  if (pin === '') return
  const kept = decodePlace(readStored(PLACE_KEY))
  if (kept?.pin === pin) showPlace(kept)
  if (isSlowConnection()) await firstInput()
  const [{ askPlace }, { $place }] = await Promise.all([
    import('#lib/checkout/ask-place.ts'),
    import('#stores/place.ts'),
  ])
  const place = await askPlace(pin)
  // Another one may have been chosen meanwhile.
  if (!place || place.pin !== chosenPin()) return
  showPlace(place)
  $place.set(place)
}
