/** Registers the service worker; a failure is ignored, as pages work without it. */
export const fetchWorker = (): Promise<unknown> | undefined =>
  navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
