/** What every page's script says of cards; the rest comes with a touch (controls.ts). */
export const cardMessages = {
  choose: 'Choose',
  inCart: (count: number) => `${count} in cart`,
  quantityInCart: (name: string) => `In your cart: ${name}`,
}
