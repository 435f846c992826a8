import { readStored } from '#lib/browser/read-stored.ts'

/**
 * Loads the account menu for a signed-in shopper only. Visitors keep the page's link and load
 * nothing, and neither does the desk, which has no such menu. Also runs when another tab signs in,
 * and when the browser shows a page again that it has held since before a sign-in.
 */
function start(): void {
  const isWanted = document.querySelector('account-menu') && readStored('token')
  if (document.querySelector('[data-signed-in]') || isWanted) void import('./account-menu.ts')
}

start()
addEventListener('storage', start)
addEventListener('pageshow', start)
