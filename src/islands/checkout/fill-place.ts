import { announce } from '#islands/kit/announce.ts'
import { placeOfPin } from '#lib/checkout/pin-places.ts'

/** What PIN codes have filled in, by the names of the fields. */
export type Filled = Record<string, string>

/** Fills in what a PIN code says; what only the one before said goes. */
export function fillPlace({ elements }: HTMLFormElement, pin: string, filled: Filled): void {
  const said = Object.entries(placeOfPin(pin.trim())).flatMap(([name, text = '']) => {
    const input = elements.namedItem(name)
    if (!(input instanceof HTMLInputElement)) return []
    if (input.value !== '' && input.value !== filled[name]) return []
    filled[name] = text
    if (input.value === text) return []
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return text === '' ? [] : [text]
  })
  if (said.length > 0) announce(said.join(', '))
}
