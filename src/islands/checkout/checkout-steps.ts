// What a press of Pay takes: it comes once the screen is live, not before (use-checkout.ts).
export { findFaults } from '#lib/checkout/billing-form.ts'
export { untilSent } from '#stores/send-changes.ts'
export { beginCheckout, fetchCheckout } from '#stores/checkout.ts'
export { goToOrders, pay } from './pay.ts'
