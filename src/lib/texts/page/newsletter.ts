/** Messages about subscribing to the newsletter (S-039). */
export const newsletterMessages = {
  subscribed: 'Thank you for subscribing to our newsletter!',
  malformed: 'Please enter a valid email!',

  mailTitle: (shop: string) => `You subscribed to the newsletter of ${shop}`,
  mailText: (shop: string) =>
    `Thank you! From now on ${shop} writes to this address about fresh arrivals and the prices of the week.`,
  mailStop:
    'If you did not ask for this, or no longer want it, reply to this email with the word stop, and we will remove your address.',
}
