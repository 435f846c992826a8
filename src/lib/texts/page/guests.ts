import type { OrderStatus } from '#lib/checkout/order.ts'
import { counted } from '#lib/texts/counted.ts'
import { MAX_QUANTITY, ORDER_LINK_DAYS } from '#lib/limits.ts'

/** The next step of an order under way. */
const next: Partial<Record<OrderStatus, string>> = {
  pending: 'Next, the shop confirms it, packs it and brings it to your door.',
  confirmed: 'Next, the shop packs it and brings it to your door.',
  packed: 'Next, the shop brings it to your door.',
}

/** Messages to those who buy without an account, and to those who then sign in. */
export const guestTexts = {
  merged: (lines: number) =>
    lines === 1
      ? 'The product you chose earlier is in your cart.'
      : `The ${lines} products you chose earlier are in your cart.`,
  mergedWishes: 'The products you saved are on your list.',
  unkeptWishes: (count: number) =>
    `Your list is full, so ${counted(count, 'product')} you saved earlier could not be added.`,
  onePack: (titles: readonly string[]) =>
    `Your list has one pack of each product, the one you saved last: ${titles.join(', ')}.`,
  capped: (title: string, quantity: number) =>
    quantity < MAX_QUANTITY
      ? `We have only ${quantity} of ${title}.`
      : `At most ${MAX_QUANTITY} of ${title} fit in a cart.`,
  listed: (titles: readonly string[]) =>
    `Your cart is full, so we put ${titles.join(', ')} on your list.`,
  track: 'Track your order',
  tracked: (number: string) => `Order ${number}`,
  next,
  otherOrders: 'Your other orders',
  keepLink: `Keep this link: it shows this order for ${ORDER_LINK_DAYS} days, to anyone who has it.`,
  noOrder: 'This link shows no order',
  noOrderLead: `Links to an order work for ${ORDER_LINK_DAYS} days: this one may be older, or mistyped. If you have an account, sign in to see its orders. For any other order, please ask the shop.`,
  ordersByMail: 'Create an account with this email address to see all your orders in one place.',
  phoneCode: (code: string, shop: string, host: string) =>
    `${code} is your code for an order at ${shop}. Nobody from the shop will ask you for it.\n\n@${host} #${code}`,
  signIn: 'Have an account? Sign in',
} as const
