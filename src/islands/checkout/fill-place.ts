import { announce } from '#islands/kit/announce.ts'
import { placeOfPin } from '#lib/checkout/pin-places.ts'

/**
 * Fills in what a PIN code tells, and clears what only the previous one told. A field remembers in
 * `data-filled` what was filled in, so that what was typed by hand can be told from it.
 */
export function fillPlace({ elements }: HTMLFormElement, pin: string): void {
  const said = Object.entries(placeOfPin(pin.trim())).flatMap(([name, text = '']) => {
    const input = elements.namedItem(name)
    if (!(input instanceof HTMLInputElement)) return []
    if (input.value && input.value !== input.dataset['filled']) return []
    input.dataset['filled'] = text
    if (input.value === text) return []
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return text ? [text] : []
  })
  if (said[0]) announce(said.join(', '))
}
