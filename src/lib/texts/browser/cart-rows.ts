const thereAre = (count: number) =>
  count === 1 ? 'There is 1 product' : `There are ${count} products`

/**
 * Texts of the cart and wishlist screens; verbatim where a rule gives the wording (S-066 to S-077).
 */
export const cartTexts = {
  cartTitle: 'Your Cart',
  cartCount: (count: number) => `${thereAre(count)} in your cart`,
  columns: ['Product', 'Unit Price', 'Quantity', 'Subtotal', 'Remove'],
  cartEmpty: 'Your Cart is currently Empty!',
  goOn: 'Browse the shop',
  totals: 'CART TOTALS',
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  free: 'Free',
  estimateFor: 'Estimate for',
  country: 'United Kingdom',
  total: 'Total',
  checkout: 'Checkout',
  belowMinimum: (missing: string, least: string) =>
    `Add ₹${missing} more: we deliver orders of ₹${least} or more.`,
  update: 'Update',
  quantityOf: (name: string) => `Quantity of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  saveForLater: 'Save for later',
  saveForLaterOf: (name: string) => `Save for later: ${name}`,
  soldOut: 'Sold out',
  withdrawn: 'No longer sold',
  notCounted: 'Not included in the total. Please change or remove it before you check out.',

  listTitle: 'Your WishList',
  listCount: (count: number) => `${thereAre(count)} in your wishlist`,
  listColumns: ['Product', 'Unit Price', 'Remove'],
  listEmpty: 'Your list is currently Empty!',
  unavailable: 'Not available at the moment',
} as const

/** Maximum length of a title in cart and wishlist, in characters. */
const TITLE_LENGTH = 60

/** Cuts a title for cart and wishlist. */
export function shortTitle(title: string): string {
  return title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}...` : title
}
