import { announce } from '#islands/kit/announce.ts'
import { isPinCode, isPinOfState } from '#lib/checkout/pin-codes.ts'
import { placeOfPin } from '#lib/checkout/pin-places.ts'

/**
 * Fills in what a PIN code tells, and clears what only the previous one told. A field remembers in
 * `data-filled` what was filled in, so that what was typed by hand can be told from it. City and
 * state that the form began with go with the PIN code that it began with, once another place's is
 * complete.
 */
export function fillPlace(form: HTMLFormElement, { value, defaultValue }: HTMLInputElement): void {
  const pin = value.replaceAll(/\s/g, '')
  const began = placeOfPin(defaultValue)
  const now = placeOfPin(pin)
  const isElsewhere = isPinCode(pin) && (began.city !== now.city || began.state !== now.state)
  const said = (['city', 'state'] as const).flatMap((name) => {
    const input = form.querySelector<HTMLInputElement>(`[name=${name}]`)
    const { [name]: text = '' } = now
    if (!input || isRight(input, pin)) return []
    const { filled = isElsewhere ? input.defaultValue : '' } = input.dataset
    if (input.value !== '' && input.value !== filled) return []
    input.dataset['filled'] = text
    if (input.value === text) return []
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return text ? [text] : []
  })
  if (said[0]) announce(said.join(', '))
}

/** Several states share some PIN codes: that of the last one may still be right. */
const isRight = ({ name, value }: HTMLInputElement, pin: string): boolean =>
  name === 'state' && isPinCode(pin) && value !== '' && isPinOfState(pin, value)
