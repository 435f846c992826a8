/**
 * The account menu comes to a signed-in shopper only: visitors see the link of the page, and load
 * nothing for it, as the desk does, which has no such menu. Another tab that signs in is followed.
 */
function start(): void {
  const isWanted = document.querySelector('account-menu') && stored()
  if (document.querySelector('[data-signed-in]') || isWanted) void import('./account-menu.ts')
}

/** Storage may be closed to pages altogether. */
function stored(): string | null {
  try {
    return localStorage.getItem('token')
  } catch {
    return null
  }
}

start()
addEventListener('storage', start)
