import { cartMessages } from '../browser/cart.ts'
import { orderAnswers } from './order-answers.ts'
import { serverAnswers } from './server-answers.ts'

/**
 * Messages in the server's answers about cart, wishlist and reviews, most of which a browser never
 * shows by itself.
 */
export const answerMessages = {
  ...cartMessages,
  changed: 'The quantity has been changed.',
  soldOut: 'This product is sold out at the moment.',
  withdrawn: 'This product is no longer sold.',
  noProduct: 'There is no such product.',
  choose: (what: string) => `Please choose: ${what}`,
  quantityRange: 'Please choose a quantity from 1 to 99.',
  tooMany: 'A cart holds at most 99 of one product.',
  tooManyLines: 'A cart holds at most 50 products. Please order these first.',
  tooDear: orderAnswers.tooMuch,
  wishlistFull: 'A wishlist holds at most 200 products.',
  malformed: serverAnswers.odd,
  keyTaken: 'This Idempotency-Key was used for another request.',
  reviewEdited: 'Your review has been updated.',
  reviewText: 'Please write at most 2000 characters of plain text.',
  reviewRating: 'Please give 1 to 5 stars.',
} as const
