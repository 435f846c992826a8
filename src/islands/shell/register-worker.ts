import { fetchWorker } from '#islands/wake/fetch-worker.ts'
import { $isLoggedIn } from '#stores/session.ts'

/** Lets what the first touch needs load before the worker. */
const AFTER_TOUCH_MS = 3000

/** Registers the service worker, unless a fast connection had done so already (early-input.ts). */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => void register().catch(() => {}), AFTER_TOUCH_MS)
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator
  await fetchWorker()
  const { active } = await serviceWorker.ready
  // Tell the worker to store the cart and the last orders of a signed-in shopper.
  if ($isLoggedIn.get()) active?.postMessage('signed in')
}
