/** What subscribing says (S-039), and leaving again (G30 to G32). */
export const newsletterTexts = {
  subscribed: 'Thank you for subscribing to our newsletter!',
  subscribedAsked:
    'Thank you for subscribing to our newsletter! Please confirm it with the button in the email that we have sent to this address.',

  askTitle: (shop: string) => `Please confirm: the newsletter of ${shop}`,
  askText: (shop: string) =>
    `Somebody, we hope you, has asked for the newsletter of ${shop} at this address: new arrivals and this week’s prices. We will start sending it only after you confirm.`,
  askNot:
    'If that was not you, there is nothing to do: unless you confirm, we will not write again, and we forget the address within 30 days.',
  confirm: 'Yes, send me the newsletter',
  mailTitle: (shop: string) => `You subscribed to the newsletter of ${shop}`,
  mailText: (shop: string) =>
    `Thank you! From now on ${shop} will write to this address about new arrivals and this week’s prices.`,
  mailStop: 'Unsubscribe: take this address off the list',

  title: 'Newsletter',
  askLeave: (email: string) => `No longer send the newsletter to ${email}?`,
  leave: 'Unsubscribe',
  left: 'You are unsubscribed',
  leftText: (email: string) =>
    `${email} is off our list and will get no more newsletters. You will still get emails about your orders.`,
  leftByMistake: 'A mistake? Subscribe again on our home page.',
  askConfirm: (email: string) => `Send the newsletter to ${email}?`,
  confirmed: 'You are on the list',
  confirmedText: (email: string) =>
    `Thank you! The newsletter goes to ${email}. Each one has a link to unsubscribe.`,
  notListed: 'This address is not on our list',
  notListedText: (email: string) =>
    `${email} was taken off again, or was not confirmed within 30 days. Subscribe once more on our home page.`,
  badLink: 'This link does not work',
  badLinkText: 'It is incomplete, or too old. Please open the whole link from the newest email.',
  badLinkWrite: (email: string) =>
    `Or write to ${email} with the word “unsubscribe”, and we will take your address off the list.`,
  toHome: 'To the home page',
}
