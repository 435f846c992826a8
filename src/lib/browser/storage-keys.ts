/** Under which name this browser keeps what was looked at. */
export const RECENTLY_VIEWED_KEY = 'recentlyviewed'

/** Units and total of the cart, for the header. */
export const CART_SUMMARY_KEY = 'cartsummary'

/** How the names begin under which changes lie that the shop has not answered (stores/changes.ts). */
export const CHANGE_KEYS = 'change:'

/** In the session's storage: an alert that goes along to the next page. */
export const KEPT_ALERT_KEY = 'alert'

/** Whoever is signed in has been at the desk: the account's menu leads there. */
export const DESK_KEY = 'desk'

/** Something was bought here before: home shows it again (SHOW_BOUGHT). */
export const BOUGHT_KEY = 'bought'
