/** What is told of a price, or a pack, that the shop says otherwise by now. */
export const priceMessages = {
  mayBeOld: 'Slow network: price and stock may have changed.',
  packGone: (label: string) => `${label} is no longer sold.`,
  priceChanged: (from: string, to: string) => `Price changed from ₹${from} to ₹${to}`,
}
