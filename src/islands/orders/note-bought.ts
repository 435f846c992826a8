import { BOUGHT_KEY } from '#lib/browser/storage-keys.ts'

// Home, which is the same page for everybody, keeps room for what was bought (buy-again.ts).
try {
  localStorage.setItem(BOUGHT_KEY, '1')
} catch {
  // A browser that keeps nothing has no such row.
}
