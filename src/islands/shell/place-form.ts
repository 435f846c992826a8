import { FILL_MS } from '#islands/kit/announce.ts'
import { askPlace } from '#lib/checkout/ask-place.ts'
import { isPinCode } from '#lib/checkout/pin-codes.ts'
import { placeLine } from '#lib/checkout/place-line.ts'
import type { Place } from '#lib/checkout/place.ts'
import { placeTexts } from '#lib/texts/browser/place.ts'
import { choosePlace } from '#stores/place.ts'
import { showAlert } from '#stores/toast.ts'
import { make } from './make.ts'
import { chosenPin, showPlace } from './show-place.ts'

/** Time limit for finding the position; one from the last ten minutes will do. */
const POSITION = { timeout: 10_000, maximumAge: 600_000, enableHighAccuracy: false }

/** The form that asks for a PIN code; it does not leave the page. */
export function placeForm(onChosen: () => void): HTMLFormElement {
  const form = make('form', { className: 'grid gap-2 px-4 pb-4', noValidate: true })
  const label = make('label', { htmlFor: 'place-pin', textContent: placeTexts.pin })
  const input = make('input', {
    ...{ id: 'place-pin', name: 'pin', className: 'input w-full border-edge', maxLength: 7 },
    ...{ inputMode: 'numeric', autocomplete: 'postal-code', enterKeyHint: 'go' },
    value: chosenPin(),
    autofocus: true,
  })
  input.setAttribute('aria-describedby', 'place-said')
  const said = make('p', { id: 'place-said', className: 'text-sm empty:absolute', role: 'status' })
  const send = make('button', {
    className: 'btn btn-primary',
    textContent: placeTexts.deliverHere,
  })
  const locate = make('button', {
    ...{ className: 'btn', type: 'button', textContent: placeTexts.usePosition },
  })
  const say = (text: string, isFault: boolean) => {
    said.textContent = text
    said.classList.toggle('text-error', isFault)
    input.ariaInvalid = isFault ? 'true' : null
    if (isFault) input.focus()
  }
  const row = make('div', { className: 'grid grid-cols-[1fr_auto] gap-2' })
  row.append(input, send)
  form.append(label, row, said)
  if ('geolocation' in navigator) {
    form.append(
      locate,
      make('p', { className: 'text-xs text-muted', textContent: placeTexts.positionHint }),
    )
  }
  let asked = ''
  const choose = async (): Promise<void> => {
    const pin = pinIn(input)
    // Pressing again out of impatience counts once.
    if (asked === pin && pin) return
    asked = isPinCode(pin) ? pin : ''
    if (!asked) return say(placeTexts.malformed, true)
    say(placeTexts.asking, false)
    const place = await askPlace(pin)
    // Another one has been asked for meanwhile.
    if (asked !== pin) return
    asked = ''
    say('', false)
    // Another one is being typed, or the dialog was closed.
    if (pinIn(input) === pin && input.closest('dialog')?.open) tell(place, say, onChosen)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void choose()
  })
  // What was said was about other digits.
  input.addEventListener('input', () => say('', false))
  locate.addEventListener('click', () => void begin(input, say))
  return form
}

type Say = (text: string, isFault: boolean) => void

const pinIn = ({ value }: HTMLInputElement) => value.replaceAll(/\s/g, '')

function tell(place: Place | null | undefined, say: Say, onChosen: () => void): void {
  if (!place) return say(placeTexts.noAnswer, true)
  choosePlace(place)
  show(place)
  if (!place.delivered) return say(placeLine(place), true)
  onChosen()
  // What the toast holds as it comes out of the dialog is not read out.
  setTimeout(() => showAlert(placeLine(place)), FILL_MS)
}

/** Updates header and page without a reload. */
function show(place: Place): void {
  const link = document.querySelector('header [data-location]')
  const [small, bold] = [link?.querySelector('small'), link?.querySelector('b')]
  if (small) small.textContent = placeTexts.deliverTo
  if (bold) bold.textContent = place.pin
  showPlace(place)
}

/** Fills in the leading digits that all PIN codes of the nearest city share. */
async function begin(input: HTMLInputElement, say: Say): Promise<void> {
  const before = input.value
  say(placeTexts.locating, false)
  const here = await new Promise<GeolocationPosition | undefined>((resolve) =>
    navigator.geolocation.getCurrentPosition(resolve, () => resolve(undefined), POSITION),
  )
  const cities = await import('#lib/checkout/city-positions.ts').catch(() => undefined)
  const found = here && cities?.cityAt(here.coords)
  // The shopper has typed something meanwhile.
  if (input.value !== before) return
  if (!here || !cities) return say(placeTexts.noPosition, false)
  if (!found) return say(placeTexts.noCity, false)
  input.value = found.digits
  input.focus()
  say(placeTexts.beginsWith(found.city, found.digits), false)
}
