import { cardTexts } from './card.ts'

/** Texts of the buying controls, on cards and elsewhere. */
export const purchaseTexts = {
  ...cardTexts,
  notLoaded: 'This could not be loaded. Please check your connection and try again.',
  cart: 'Cart',
  inIt: 'in it,',
  quickView: (name: string) => `Quick view: ${name}`,
  addTo: 'Add to cart',
  add: 'Add',
  addToCartOf: (name: string) => `Add to cart: ${name}`,
  addToWishlistOf: (name: string) => `Add to wishlist: ${name}`,
  chooseOf: (name: string) => `Choose and add to cart: ${name}`,

  quantity: 'Quantity',
  viewCart: 'View cart',
  /** After a number, in the cart bar. */
  item: 'item',
  itemsInCart: 'items',
  partLost: 'Part of this page did not load. Its links and forms still work.',
  tryAgain: 'Try again',
  oneFewer: 'One fewer',
  oneMore: 'One more',
  atMost: (count: number) => `We can send at most ${count} of this.`,
  addToCart: 'ADD TO CART',
  adding: 'Adding...',
  addToWishlist: 'ADD TO WISHLIST',
  alert: 'Tell me when it is back in stock',
  alertMail: 'Email, for this one mail (not needed when you are signed in)',
  close: 'Close',
  fullDetails: 'See all details',
  undo: 'Undo',
  waiting: 'Saved on this device. We will send it when you are back online.',
  notKept: 'This could not be saved: your browser’s storage is full or blocked.',
}
