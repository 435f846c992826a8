import { CHECKOUT_KEY } from '#lib/browser/trace-keys.ts'

// However the shopper came here: the checkout that paid may have been discarded with its tab, or
// have been a page without script.
try {
  sessionStorage.removeItem(CHECKOUT_KEY)
} catch {
  // Without storage, nothing was kept.
}
