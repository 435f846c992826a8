import { payingMessages } from '#lib/texts/browser/paying.ts'

// What a press of Pay takes: it comes once the screen is live, not before (use-checkout.ts).
export { findFaults } from '#lib/checkout/billing-form.ts'
export { untilSent } from '#stores/send-changes.ts'
export { beginCheckout, fetchCheckout } from '#stores/checkout.ts'
export { goToOrders, pay } from './pay.ts'
export { keepTyped } from './typed-form.ts'

/** What is said while the order is on its way. */
export const sendingNote = ({ payment }: Readonly<Record<string, unknown>>): string =>
  payment === 'cod' ? payingMessages.placing : payingMessages.preparing
