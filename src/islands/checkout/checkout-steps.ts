// What a press of Pay takes: it comes once the screen is live, not before (use-checkout.ts).
export { findFaults } from '#lib/checkout/billing-form.ts'
export { orderMessages } from '#lib/texts/browser/order.ts'
export { refreshCart } from '#stores/cart.ts'
export { beginCheckout, readCheckout, settle, untilSettled } from '#stores/checkout.ts'
