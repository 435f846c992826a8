import { formatPaise } from '#lib/money.ts'

/** What cart, wishlist and reviews say, to the letter where a rule has it (S-188 to S-196). */
export const cartMessages = {
  added: 'Item is added to the cart',
  alreadyAdded: 'Product already added to the cart!',
  removed: 'Item deleted successfully from cart!',
  wished: 'Product added to wishlist!',
  alreadyWished: 'Product already exist in wishlist!',

  changed: 'The quantity is changed.',
  onlyLeft: (count: number) => `Only ${count} left`,
  soldOut: 'This product is sold out at the moment.',
  withdrawn: 'This product is no longer sold.',
  noProduct: 'There is no such product.',
  choose: (what: string) => `Please choose: ${what}`,
  quantityRange: 'Please choose a quantity from 1 to 99.',
  tooMany: 'At most 99 of one product fit into a cart.',
  tooManyLines: 'At most 50 products fit into a cart. Order these first, please.',
  tooDear: 'One order can cost Rs 5,00,000 at most.',
  notInCart: 'This product is no longer in your cart.',
  notInWishlist: 'This product is no longer in your wishlist.',
  wishlistFull: 'At most 200 products fit into a wishlist.',
  malformed: 'This request is not valid.',
  keyTaken: 'This Idempotency-Key was used for another request.',
  priceChanged: (wasPaise: number, nowPaise: number) =>
    `was Rs ${formatPaise(wasPaise)}, now Rs ${formatPaise(nowPaise)}`,

  reviewed: 'Thank you for your review!',
  reviewEdited: 'Your review is changed.',
  reviewText: 'Please write at most 2000 characters of plain text.',
  reviewRating: 'Please give 1 to 5 stars.',
} as const
