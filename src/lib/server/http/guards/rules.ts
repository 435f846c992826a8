import type { Rule } from './rate-limit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The limits that are counted in memory (H10), in one place; those of accounts/limits.ts are in the database. */
export const RULES = {
  // Of one address of the net, by route (routes.ts).
  search: { name: 'search', limit: 600, windowMs: MINUTE_MS, isOfCarts: true },
  lists: { name: 'lists', limit: 600, windowMs: MINUTE_MS, isOfCarts: true },
  /** A page that lies in no file costs a rendering, whether its address means anything or not. */
  pages: { name: 'pages', limit: 600, windowMs: MINUTE_MS, isOfCarts: true },
  letters: { name: 'letters', limit: 5, windowMs: HOUR_MS },
  /** What has no sharper limit of its own still asks the database. */
  calls: { name: 'calls', limit: 1200, windowMs: MINUTE_MS, isOfCarts: true },
  /** Each proof of a payment is looked up at the provider: nobody may have it asked without end. */
  proofs: { name: 'proofs', limit: 120, windowMs: MINUTE_MS },

  // Of one address of the net, where it has no account.
  /** Carts that are begun; behind an address of a mobile network stand many shoppers. */
  newGuests: { name: 'guests', limit: 300, windowMs: HOUR_MS },
  guestCheckouts: { name: 'guest-checkout', limit: 120, windowMs: HOUR_MS },
  /** Who waits for a product: a form can name other people's mail addresses. */
  alerts: { name: 'alerts', limit: 20, windowMs: HOUR_MS },
  /** News of a provider whose signature is wrong; good ones have no limit (H10g). */
  badNews: { name: 'webhook', limit: 60, windowMs: MINUTE_MS },

  // Of one account, or one cart (H10e).
  /** Writes of cart and wishlist. */
  shopping: { name: 'shopper', limit: 120, windowMs: MINUTE_MS },
  profile: { name: 'profile', limit: 120, windowMs: MINUTE_MS },
  checkoutsOfMinute: { name: 'checkout-minute', limit: 10, windowMs: MINUTE_MS },
  checkoutsOfHour: { name: 'checkout-hour', limit: 30, windowMs: HOUR_MS },
  /** Lists that an editor uploads, and forms that are saved. */
  deskLists: { name: 'desk', limit: 60, windowMs: HOUR_MS },
  deskForms: { name: 'desk-form', limit: 600, windowMs: HOUR_MS },
} satisfies Record<string, Rule>
