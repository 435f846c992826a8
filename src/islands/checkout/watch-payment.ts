/** Waits between looks, in milliseconds; the last one goes on. */
const WAITS_MS = [1000, 1500, 2000, 3000, 5000, 8000, 15_000]

/**
 * On a page that says that a payment is being checked: looks again and again, and goes where the
 * answer is. Without script the page has a link that does it.
 */
export function watchPayment(): void {
  if (document.querySelector('[data-checking]')) void lookAgain()
}

/** Looks until it is known how a payment ended, and shows that (T10). */
export async function lookAgain(): Promise<void> {
  for (let turn = 0; ; turn++) {
    await pause(WAITS_MS[turn] ?? WAITS_MS.at(-1) ?? 0)
    if (await hasEnded().catch(() => false)) return location.assign('/checkout')
  }
}

/** The checkout leads on to the orders once there is one; no connection is no answer. */
async function hasEnded(): Promise<boolean> {
  const response = await fetch('/checkout', {
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })
  if (response.type === 'opaqueredirect') return true
  return response.ok && !(await response.text()).includes('data-checking=')
}

/** Until the time is over, or the network is back. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}
