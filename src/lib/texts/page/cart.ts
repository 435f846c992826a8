import { MAX_LINES, MAX_QUANTITY, MAX_WISHES, REVIEW_LENGTH } from '#lib/limits.ts'
import { cartMessages } from '../browser/cart.ts'
import { orderAnswers } from './order-answers.ts'
import { serverAnswers } from './server-answers.ts'

/**
 * Messages in the server's answers about cart, wishlist and reviews, most of which a browser never
 * shows by itself.
 */
export const cartAnswers = {
  ...cartMessages,
  changed: 'The quantity has been changed.',
  soldOut: 'This product is sold out at the moment.',
  withdrawn: 'This product is no longer sold.',
  noProduct: 'There is no such product.',
  choose: (what: string) => `Please choose: ${what}`,
  quantityRange: `Please choose a quantity from 1 to ${MAX_QUANTITY}.`,
  tooMany: `A cart holds at most ${MAX_QUANTITY} of one product.`,
  tooManyLines: `A cart holds at most ${MAX_LINES} products. Please order these first.`,
  tooDear: orderAnswers.tooMuch,
  wishlistFull: `A wishlist holds at most ${MAX_WISHES} products.`,
  otherPackWished: 'Another pack of this is on your list already. This one stays in your cart.',
  malformed: serverAnswers.malformedRequest,
  keyMalformed: 'An Idempotency-Key has at most 64 characters: letters, digits and signs.',
  keyTaken: 'This Idempotency-Key was used for another request.',
  reviewEdited: 'Your review has been updated.',
  reviewWaits:
    'Your review has been updated. The shop has taken it down, so nobody else sees it until the shop shows it again.',
  reviewWaitsAnew:
    'Thank you. Because your earlier review was taken down, the shop will check this one before it is shown.',
  reviewDeleted: 'Your review has been deleted. You can write a new one.',
  reviewDeletedDown:
    'Your review has been deleted. The shop will check your next review of this product before it is shown.',
  notReviewed: 'This review is no longer there.',
  reviewText: `Please write at most ${REVIEW_LENGTH} characters of plain text.`,
  reviewRating: 'Please give 1 to 5 stars.',
} as const
