import { orderMessages } from '#lib/texts/browser/order.ts'
import { cartAnswers } from './cart.ts'

/** What the server says about the mail that tells of a product that is there again. */
export const stockAlertTexts = {
  noted: 'We will email you once, when it is back in stock.',
  there: 'It is back in stock: you can order it now.',
  unknown: cartAnswers.withdrawn,
  email: orderMessages.email,
  tooMany: 'Too many requests; please try again later.',

  title: (what: string) => `${what} is back in stock`,
  text: (what: string) =>
    `You asked us to tell you when ${what} is back in stock. It is, while stocks last.`,
  several: (count: number) => `${count} products are back in stock`,
  severalText:
    'You asked us to tell you when these are back in stock. They are, while stocks last.',
  only: 'This is the only email about it, and your address is not kept for it. If it was not you who asked, you can ignore this.',
  open: 'See the product',
  stop: 'Cancel my other back-in-stock requests',
  stopTitle: 'Products back in stock',
  askStop: (email: string) => `Stop all other back-in-stock emails to ${email}?`,
  stopped: 'Your back-in-stock requests are cancelled',
  stoppedText: (email: string) =>
    `We will not email ${email} about other products. You will still get emails about your orders.`,
}
