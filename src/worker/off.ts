// Replaces the worker if SERVICE_WORKER=off: deletes what the worker has stored, and unregisters
// itself.
import { CACHE_PREFIX } from '#lib/browser/cache-names.ts'
import { scope } from './scope.ts'

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove(): Promise<void> {
  const names = await caches.keys()
  const ours = names.filter((name) => name.startsWith(CACHE_PREFIX))
  await Promise.all(ours.map((name) => caches.delete(name)))
  await scope.registration.unregister()
}
