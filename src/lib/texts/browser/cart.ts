import { priceText } from '#lib/money.ts'

/** What cart, wishlist and reviews say, to the letter where a rule has it (S-188 to S-196). */
export const cartMessages = {
  added: 'Item is added to the cart',
  alreadyAdded: 'Product already added to the cart!',
  removed: 'Item deleted successfully from cart!',
  wished: 'Product added to wishlist!',
  alreadyWished: 'Product already exist in wishlist!',

  changed: 'The quantity has been changed.',
  onlyLeft: (count: number) => `Only ${count} left`,
  soldOut: 'This product is sold out at the moment.',
  withdrawn: 'This product is no longer sold.',
  noProduct: 'There is no such product.',
  choose: (what: string) => `Please choose: ${what}`,
  quantityRange: 'Please choose a quantity from 1 to 99.',
  tooMany: 'A cart holds at most 99 of one product.',
  tooManyLines: 'A cart holds at most 50 products. Please order these first.',
  tooDear: 'One order can be for ₹5,00,000 at most.',
  unnamed: 'Product',
  notInCart: 'This product is no longer in your cart.',
  savedForLater: 'Saved to My List.',
  lostChange: 'A change to your cart or wishlist could not be saved. Please make it again.',
  notInWishlist: 'This product is no longer in your wishlist.',
  wishlistFull: 'A wishlist holds at most 200 products.',
  malformed: 'This request is not valid.',
  keyTaken: 'This Idempotency-Key was used for another request.',
  priceChanged: (wasPaise: number, nowPaise: number) =>
    `was ${priceText(wasPaise)}, now ${priceText(nowPaise)}`,

  reviewed: 'Thank you for your review!',
  reviewEdited: 'Your review has been updated.',
  reviewText: 'Please write at most 2000 characters of plain text.',
  reviewRating: 'Please give 1 to 5 stars.',
} as const
