// Separate from the keys that every page needs (storage-keys.ts), which would carry these along.

/** Ids of the products being compared. */
export const COMPARED_KEY = 'compare'

/** The first results of the last search. */
export const SEARCH_RESULTS_KEY = 'searchresults'

/** Who signed in here last (stores/last-account.ts). */
export const LAST_ACCOUNT_KEY = 'lastaccount'

/** In sessionStorage: what was typed at the checkout (islands/checkout/typed-form.ts). */
export const CHECKOUT_KEY = 'checkout'
