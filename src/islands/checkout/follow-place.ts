import { isIndia } from '#lib/checkout/india.ts'

/**
 * Keeps what the checkout says about the PIN code true while it is typed, filled in or chosen with a saved address: the
 * line below the field, and when the delivery comes. Both stand in slots of the island, which it renders anew from what
 * the page began with.
 */
async function followPin(form: HTMLFormElement): Promise<void> {
  const pin = pinIn(form)
  const line = lineIn(form)
  if (!line || line.dataset['place'] === pin) return
  line.dataset['place'] = pin
  show(form, '', '', false)
  // The server knows which codes there are; the page need not load their table for it.
  if (!/^\d{6}$/.test(pin)) return
  const [{ askPlace }, { placeLine }] = await Promise.all([
    import('#lib/checkout/ask-place.ts'),
    import('#lib/checkout/place-line.ts'),
  ])
  const place = await askPlace(pin)
  // Another PIN code was typed meanwhile.
  if (pinIn(form) !== pin) return
  if (place) show(form, placeLine(place), place.when ? `, ${place.when}` : '', !place.delivered)
  // No answer came: the next change asks again.
  else if (place === null) line.dataset['place'] = ''
}

const lineIn = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-place]')

/** The Indian PIN code in the form; '' for another country. */
function pinIn(form: HTMLFormElement): string {
  const fields = new FormData(form)
  return isIndia(String(fields.get('country')))
    ? String(fields.get('zipcode')).replaceAll(/\s/g, '')
    : ''
}

function show(form: HTMLFormElement, text: string, when: string, isFault: boolean): void {
  const line = lineIn(form)
  const said = form.querySelector('[data-when]')
  if (!line || !said) return
  line.textContent = text
  said.textContent = when
  for (const name of ['font-semibold', 'text-error']) line.classList.toggle(name, isFault)
}

const checkout = document.querySelector<HTMLFormElement>('#checkout')
if (checkout) {
  const look = () => void followPin(checkout).catch(() => {})
  checkout.addEventListener('input', look)
  checkout.addEventListener('change', look)
  // A saved address that is chosen, or fields that are unfolded, replace the line without an event.
  new MutationObserver(look).observe(checkout, { childList: true, subtree: true })
  look()
}
