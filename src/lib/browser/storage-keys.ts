/** Products viewed in this browser. */
export const RECENTLY_VIEWED_KEY = 'recentlyviewed'

/** Units and total of the cart, for the header. */
export const CART_SUMMARY_KEY = 'cartsummary'

/** Prefix of the keys of changes that the server has not confirmed (stores/changes.ts). */
export const CHANGE_KEYS = 'change:'

/** In sessionStorage: an alert for the next page. */
export const KEPT_ALERT_KEY = 'alert'

/** The signed-in user has visited the desk: the account menu links to it. */
export const DESK_KEY = 'desk'

/** Something has been bought in this browser: home shows it again (SHOW_BOUGHT). */
export const BOUGHT_KEY = 'bought'
