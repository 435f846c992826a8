/** What the server says about the mail that tells of a product that is there again. */
export const stockAlertTexts = {
  noted: 'We will write to you once when it is back.',
  there: 'It is there: you can order it now.',
  unknown: 'This product is not sold any more.',
  email: 'Please enter a valid email!',
  malformed: 'The form could not be read. Please load the page anew.',
  tooMany: 'Too many requests; please try again later.',

  title: (what: string) => `${what} is back`,
  text: (what: string) =>
    `You wanted to be told when ${what} is there again. It is now, as long as stock lasts.`,
  only: 'This is the only mail about it, and your address is not kept for it. If it was not you who asked, there is nothing to do.',
  open: 'See the product',
}
