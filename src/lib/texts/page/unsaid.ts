/** What Today and `status` say of fields of shop.json that a shop on the internet should fill in. */
export const unsaidTexts = {
  seller: (fields: string) => `The shop lacks what the law has sellers show: ${fields}.`,
  promises: (fields: string) =>
    `Shoppers read promises that are not the shop’s own until it has words for: ${fields}.`,
  action: 'Fill that in under Words and promises, or in shop.json.',
  label: 'Worth filling in',
} as const
