import { orderMessages } from '#lib/texts/browser/order.ts'
import { cartAnswers } from './cart.ts'

/** What the server says about the mail that tells of a product that is there again. */
export const stockAlertTexts = {
  noted: 'We will email you once, when it is back.',
  there: 'It is back: you can order it now.',
  unknown: cartAnswers.withdrawn,
  email: orderMessages.email,
  tooMany: 'Too many requests; please try again later.',

  title: (what: string) => `${what} is back`,
  text: (what: string) =>
    `You asked us to tell you when ${what} is back. It is, while stocks last.`,
  several: (count: number) => `${count} products are back`,
  severalText: 'You asked us to tell you when these are back. They are, while stocks last.',
  only: 'This is the only email about it, and your address is not kept for it. If it was not you who asked, you can ignore this.',
  open: 'See the product',
  stop: 'Forget what else this address waits for',
  stopTitle: 'Products that are back',
  askStop: (email: string) => `Write to ${email} about no other product that is back?`,
  stopped: 'Nothing is waited for',
  stoppedText: (email: string) =>
    `We have forgotten what ${email} was waiting for. Mails about your orders still come.`,
}
