/** What every page's script says of cards; the rest comes with a touch (purchase.ts). */
export const cardMessages = {
  choose: 'Choose',
  inCart: (count: number) => `${count} in cart`,
  notLoaded: 'This could not be loaded. Please try again when the network is back.',
  quantityInCart: (name: string) => `In your cart: ${name}`,
}
