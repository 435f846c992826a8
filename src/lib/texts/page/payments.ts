/** What a payment is called in the provider's window, and why the demo has none. */
export const paymentTexts = {
  orderFrom: (shop: string) => `Order from ${shop}`,
  refusedInDemo: 'The payment was refused in the demo.',
}
