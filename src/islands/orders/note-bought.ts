import { BOUGHT_KEY } from '#lib/browser/storage-keys.ts'

// Home is the same page for everybody; this flag makes it reserve a row for what was bought
// (buy-again.ts).
try {
  localStorage.setItem(BOUGHT_KEY, '1')
} catch {
  // Without storage there is no such row.
}
