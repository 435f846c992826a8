/** How a payment is named in the provider's window, and why the demo refused one. */
export const paymentTexts = {
  orderFrom: (shop: string) => `Order from ${shop}`,
  refusedInDemo: 'The payment was refused in the demo.',
}
