import { priceText } from '#lib/money.ts'

/**
 * Messages about cart, wishlist and reviews that the browser shows by itself; verbatim where a rule
 * gives the wording (S-188 to S-196). Messages only the server uses are in page/cart.ts.
 */
export const cartMessages = {
  added: 'Item is added to the cart',
  alreadyAdded: 'Product already added to the cart!',
  removed: 'Item deleted successfully from cart!',
  wished: 'Product added to wishlist!',
  alreadyWished: 'Product already exist in wishlist!',

  unnamed: 'Product',
  notInCart: 'This product is no longer in your cart.',
  savedForLater: 'Saved to My List.',
  inCartAgain: (title: string) => `${title} is in your cart again.`,
  lostChange: 'A change to your cart or wishlist could not be saved. Please make it again.',
  notInWishlist: 'This product is no longer in your wishlist.',
  priceChanged: (wasPaise: number, nowPaise: number) =>
    `was ${priceText(wasPaise)}, now ${priceText(nowPaise)}`,

  reviewed: 'Thank you for your review!',
} as const
