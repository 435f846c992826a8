/**
 * Loads the account menu for a signed-in shopper only. Visitors keep the page's link and load
 * nothing, and neither does the desk, which has no such menu. Also runs when another tab signs in.
 */
function start(): void {
  const isWanted = document.querySelector('account-menu') && stored()
  if (document.querySelector('[data-signed-in]') || isWanted) void import('./account-menu.ts')
}

/** The stored session; null if there is none or storage is blocked. */
function stored(): string | null {
  try {
    return localStorage.getItem('token')
  } catch {
    return null
  }
}

start()
addEventListener('storage', start)
