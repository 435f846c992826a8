import { isIndia } from '#lib/checkout/india.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'
import { within } from '#lib/within.ts'

// What pressing Pay needs. It is loaded once the screen is live, not before (use-checkout.ts).
export { findFaults } from '#lib/checkout/billing-form.ts'
export { untilSent } from '#stores/send-changes.ts'
export { beginCheckout, fetchCheckout } from '#stores/checkout.ts'
export { goToOrders, pay } from './pay.ts'

/**
 * Fills in what the PIN code tells and is missing yet: on a slow line its table may still be coming
 * when Pay is pressed.
 */
export async function fillMissing(form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form)
  const isFilled = ['city', 'state'].every((name) => fields.get(name) !== '')
  const pin = form.elements.namedItem('zipcode')
  if (isFilled || !isIndia(String(fields.get('country'))) || !(pin instanceof HTMLInputElement))
    return
  const places = await within(import('./fill-place.ts'))
  places?.fillPlace(form, pin)
}

/** The status text while the order is being sent. */
export const sendingNote = ({ payment }: Readonly<Record<string, unknown>>): string =>
  payment === 'cod' ? payingMessages.placing : payingMessages.preparing
