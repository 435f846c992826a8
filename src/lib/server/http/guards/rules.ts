import { HOUR_MS, MINUTE_MS } from '#lib/server/durations.ts'
import type { Rule } from './rate-limit.ts'

/** The limits that are counted in memory (H10); those of accounts/limits.ts are counted in the database. */
export const RULES = {
  // Per client address, by route (routes.ts).
  search: { name: 'search', limit: 600, windowMs: MINUTE_MS, isOfCarts: true },
  lists: { name: 'lists', limit: 600, windowMs: MINUTE_MS, isOfCarts: true },
  /** Pages that have no file: rendering costs time, even for an address that does not exist. */
  pages: { name: 'pages', limit: 600, windowMs: MINUTE_MS, isOfCarts: true },
  letters: { name: 'letters', limit: 5, windowMs: HOUR_MS },
  /** Calls without a stricter limit: they still query the database. */
  calls: { name: 'calls', limit: 1200, windowMs: MINUTE_MS, isOfCarts: true },
  /** Each proof of payment is checked with the provider, so nobody may trigger endless checks. */
  proofs: { name: 'proofs', limit: 120, windowMs: MINUTE_MS },

  // Per client address, without an account.
  /** New guest carts; many shoppers share one address of a mobile network. */
  newGuests: { name: 'guests', limit: 300, windowMs: HOUR_MS },
  guestCheckouts: { name: 'guest-checkout', limit: 120, windowMs: HOUR_MS },
  /** Stock alerts: the form accepts any mail address, also other people's. */
  alerts: { name: 'alerts', limit: 20, windowMs: HOUR_MS },
  /** Webhooks with a wrong signature; correctly signed ones have no limit (H10g). */
  badNews: { name: 'webhook', limit: 60, windowMs: MINUTE_MS },

  // Per account or guest cart, by route (H10e).
  /** Changes to cart, wishlist, reviews and profile. */
  writes: { name: 'writes', limit: 120, windowMs: MINUTE_MS },
  checkoutsOfMinute: { name: 'checkout-minute', limit: 10, windowMs: MINUTE_MS },
  checkoutsOfHour: { name: 'checkout-hour', limit: 30, windowMs: HOUR_MS },
  /** Lists that an editor uploads, and forms that they save. */
  deskLists: { name: 'desk', limit: 60, windowMs: HOUR_MS },
  deskForms: { name: 'desk-form', limit: 600, windowMs: HOUR_MS },
} satisfies Record<string, Rule>
