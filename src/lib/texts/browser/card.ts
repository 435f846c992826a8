/** Texts of cards that every page's script needs; the rest is loaded with controls.ts. */
export const cardTexts = {
  choose: 'Choose',
  inCart: (count: number) => `${count} in cart`,
  quantityInCart: (name: string) => `In your cart: ${name}`,
}
