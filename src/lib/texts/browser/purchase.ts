/** What controls of buying are called, on cards and wherever they stand. */
export const purchaseMessages = {
  cart: 'Cart',
  items: 'items,',
  quickView: (name: string) => `Quick view: ${name}`,
  addTo: 'Add to cart',
  addToCartOf: (name: string) => `Add to cart: ${name}`,
  addToWishlistOf: (name: string) => `Add to wishlist: ${name}`,
  choose: 'Choose',
  chooseOf: (name: string) => `Choose and add to cart: ${name}`,

  quantity: 'Quantity',
  oneFewer: 'One fewer',
  oneMore: 'One more',
  addToCart: 'ADD TO CART',
  adding: 'Adding...',
  addToWishlist: 'ADD TO WISHLIST',
  close: 'Close',
  fullDetails: 'See all details',
  undo: 'Undo',
  waiting: 'Saved on this device. It will be sent when you are back online.',
  notKept: 'This could not be saved: the storage of your browser is full or blocked.',
  priceChanged: (from: string, to: string) => `Price changed from Rs ${from} to Rs ${to}`,
}
