/** What the first touch loads comes before the worker. */
const AFTER_TOUCH_MS = 3000

/** Has the browser fetch the service worker; nobody who only looks in pays for it. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  setTimeout(() => void register(), AFTER_TOUCH_MS)
}
