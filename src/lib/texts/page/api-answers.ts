/** What calls say to programs that use them otherwise than they are meant. */
export const apiAnswers = {
  page: 'page takes a whole number from 1',
  productId: 'productid takes the id of a product',
  day: 'day takes a date such as 2026-11-22',
  orderFilter: 'state, q, from, to, pay or cursor cannot be read',
  noWebhooks: 'This shop takes no webhooks: it has no secret for them',
  badSignatures: 'Too many bad signatures',
  badSignature: 'The signature is not right',
}
