/** Screens that are opened with a secret, and the one that asks for it to be sent. */
const SCREENS = new Set([
  ...['/reset', '/verifyotp', '/forgot'],
  // Such a link lets anybody act for the address in it (letters/newsletter-links.ts).
  ...['/newsletter/confirm', '/newsletter/unsubscribe', '/newsletter/alerts'],
])
/** The page of an order for anybody with its link: the rest of the path is the secret (orders/guest-orders.ts). */
const TRACK = '/track/'

/** Whether an address belongs to an order's page, which shows its own "not found". */
export const isTrack = (path: string): boolean => `${path}/`.startsWith(TRACK)

/** Whether a screen's address is secret and must not leak in a Referer (H4, A39). */
export const isSecret = (path: string): boolean => SCREENS.has(path) || path.startsWith(TRACK)

/** A path as it may be logged, also one that was refused as malformed: without the secret of an order's page (A43). */
export const loggedPath = (path: string): string => path.replace(/\/track\/.*/is, `${TRACK}…`)
