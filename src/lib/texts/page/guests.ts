/** What the shop says to who buys without an account, and to who then signs in. */
export const guestMessages = {
  merged: (lines: number) =>
    lines === 1
      ? 'The product that you chose before is in your cart.'
      : `The ${lines} products that you chose before are in your cart.`,
  mergedWishes: 'The products you saved are on your list.',
  capped: (title: string, quantity: number) => `There are only ${quantity} of ${title}.`,
  listed: (titles: readonly string[]) =>
    `Your cart is full: ${titles.join(', ')} ${titles.length === 1 ? 'is' : 'are'} on your list.`,
  track: 'See where it is',
  tracked: (number: string) => `Order ${number}`,
  keepLink:
    'Keep this link: it shows this order for 90 days, to you and to whoever you give it to. With an account under your email address you find all of your orders.',
  phoneCode: (code: string, shop: string, host: string) =>
    `${code} is your code for an order at ${shop}. Nobody from the shop will ask you for it.\n\n@${host} #${code}`,
  signIn: 'Have an account? Sign in',
} as const
