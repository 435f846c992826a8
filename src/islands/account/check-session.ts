import { $user } from '#stores/session.ts'

/**
 * To be called where nobody was signed in when the server made the page: what this browser
 * remembers otherwise is forgotten, unless another tab has signed in since, which the server is
 * asked.
 */
export async function checkSession(): Promise<void> {
  if (!$user.get()) return
  // Without this code, the next page checks again.
  const cart = await import('#stores/cart.ts').catch(() => undefined)
  await cart?.refreshCart()
}
