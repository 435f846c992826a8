import type { FieldFault } from '#lib/checkout/billing-form.ts'
import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'
import { announce } from '#islands/kit/announce.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'
import { startCountdown } from './hold-countdown.ts'

const REFRESH_MS = 15_000

type Field = HTMLInputElement | HTMLTextAreaElement

/** Says beside a field what is wrong with it; an empty text takes it back. */
export function showFault(field: Field, text: string): void {
  const place = document.getElementById(`${field.id}-fault`)
  if (place) place.textContent = text
  field.ariaInvalid = text ? 'true' : null
}

/** Shows all faults, and leads to the first; its text is read with the field. */
export function showFaults(form: HTMLFormElement, faults: readonly FieldFault[]): void {
  const fields = faults.flatMap(({ field, text }) => {
    const input = form.elements.namedItem(field)
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return []
    showFault(input, text)
    return [input]
  })
  fields[0]?.focus()
}

export function clearFaults(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<Field>('[aria-invalid]')) showFault(field, '')
}

/** What is said of the payment, in the page and aloud; an empty text takes it back. */
export function sayState(host: HTMLElement, text: string): void {
  const place = host.querySelector('.check-state')
  if (place && place.textContent !== text) place.textContent = text
}

/** While it is under way pressing again does nothing (F27); not `aria-busy`, which would mute its state. */
export function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.toggleAttribute('data-busy', isBusy)
  const button = form.querySelector('.pay-button')
  if (button) button.ariaDisabled = isBusy ? 'true' : null
}

/**
 * Shows YOUR ORDER as it is now, from the same page; what was typed stays.
 * @param seen the total that the shopper has been shown, for the word on what changed
 */
export async function refreshOrder(host: HTMLElement, form: HTMLFormElement, seen: string) {
  const page = await fetchPage(
    `/checkout?seen=${encodeURIComponent(seen)}`,
    AbortSignal.timeout(REFRESH_MS),
  ).catch(() => undefined)
  const fresh = page?.querySelector('#order')
  const shown = form.querySelector('#order')
  if (!fresh || !shown) return location.reload()
  const isCod = form.querySelector<HTMLInputElement>('[value=cod]')?.checked === true
  shown.replaceWith(fresh)
  const cod = form.querySelector<HTMLInputElement>('[value=cod]')
  if (cod && isCod) cod.checked = true
  startCountdown(host)
  const changed = form.querySelector<HTMLElement>('#changed')
  changed?.focus()
  announce(messages.changedTitle)
}
