import { decodeUser } from '#lib/account/session.ts'

/**
 * Calls `act` once another account than that with this id has signed in to this browser, in another tab or before the
 * browser restored the page from its back/forward cache.
 */
export function onOtherAccount(id: string, act: () => void): void {
  const look = () => {
    const now = decodeUser(localStorage.getItem('user') ?? '')
    if (now && now.userid !== id) act()
  }
  addEventListener('storage', ({ key }) => key === 'user' && look())
  addEventListener('pageshow', ({ persisted }) => persisted && look())
}
