/** Screens that are opened with a secret, and those that lead there. */
const SCREENS = new Set([
  ...['/reset', '/verifyotp', '/forgot'],
  // Who has such a link may speak for the address in it (letters/newsletter-links.ts).
  ...['/newsletter/confirm', '/newsletter/unsubscribe'],
])
/** The page of an order for whoever has its link: what follows is the secret (orders/guest-orders.ts). */
const TRACK = '/track/'

/** Whether an address is that of an order's page, which itself says that there is none. */
export const isTrack = (path: string): boolean => `${path}/`.startsWith(TRACK)

/** Whether the address of a screen must not leave with a request (H4, A39). */
export const isSecret = (path: string): boolean => SCREENS.has(path) || path.startsWith(TRACK)

/** A path as logs may have it: who reads them opens no order by it (A43). */
export const loggedPath = (path: string): string => (path.startsWith(TRACK) ? `${TRACK}…` : path)
