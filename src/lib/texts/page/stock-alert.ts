/** Texts about the mail that tells when a product is back in stock. */
export const stockAlertTexts = {
  noted: 'We will email you once, when it is back.',
  there: 'It is back: you can order it now.',
  unknown: 'This product is no longer sold.',
  email: 'Please enter a valid email!',
  malformed: 'The form could not be read. Please reload the page.',
  tooMany: 'Too many requests; please try again later.',

  title: (what: string) => `${what} is back`,
  text: (what: string) =>
    `You asked us to tell you when ${what} is back. It is, while stocks last.`,
  only: 'This is the only email about it, and your address is not kept for it. If it was not you who asked, you can ignore this.',
  open: 'See the product',
}
