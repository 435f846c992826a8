import { fetchWorker } from '#islands/wake/fetch-worker.ts'
import { $isLoggedIn } from '#stores/session.ts'

/** What the first touch loads comes before the worker. */
const AFTER_TOUCH_MS = 3000

/** Has the browser fetch the service worker, where it did not come ahead on a quick line (early-input.ts). */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => void register().catch(() => {}), AFTER_TOUCH_MS)
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  await fetchWorker()
  const { active } = await serviceWorker.ready
  // The worker keeps the cart and the last orders of who has an account.
  if ($isLoggedIn.get()) active?.postMessage('signed in')
}
