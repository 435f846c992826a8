import { payingMessages } from '#lib/texts/browser/paying.ts'

// What pressing Pay needs. It is loaded once the screen is live, not before (use-checkout.ts).
export { findFaults } from '#lib/checkout/billing-form.ts'
export { untilSent } from '#stores/send-changes.ts'
export { beginCheckout, fetchCheckout } from '#stores/checkout.ts'
export { goToOrders, pay } from './pay.ts'
export { keepTyped } from './typed-form.ts'

/** The status text while the order is being sent. */
export const sendingNote = ({ payment }: Readonly<Record<string, unknown>>): string =>
  payment === 'cod' ? payingMessages.placing : payingMessages.preparing
