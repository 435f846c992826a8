/** What controls of buying are called, on cards and wherever they stand (spec §2, §8). */
export const purchaseMessages = {
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
  priceChanged: (from: string, to: string) => `Price changed from Rs ${from} to Rs ${to}`,
}
