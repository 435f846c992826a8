import * as z from 'zod/mini'

/** The newsletter's form; an address has at most 254 characters (RFC 5321). */
export const subscriptionSchema = z.strictObject({
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email({ pattern: z.regexes.html5Email })),
  /** A repeat is harmless by itself: an address is stored once. */
  idempotencykey: z.optional(z.string()),
})

/** What subscribing says (S-039). */
export const newsletterMessages = {
  subscribed: 'Thank you for subscribing to our newsletter!',
  mailTitle: (shop: string) => `You subscribed to the newsletter of ${shop}`,
  mailText: (shop: string) =>
    `Thank you! From now on ${shop} writes to this address about fresh arrivals and the prices of the week.`,
  mailStop:
    'Did you not ask for this, or had enough? Reply to this email with the word stop, and we will remove your address.',
  malformed: 'Please enter a valid email!',
}
