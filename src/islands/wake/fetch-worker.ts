/** Has the browser fetch the service worker; where it has none, or must not, pages do without. */
export const fetchWorker = (): Promise<unknown> | undefined =>
  navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
