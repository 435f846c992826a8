import { later } from './later.ts'
import { hasUnsent } from '#islands/cart/unsent.ts'

/** Loads a list's code with the first input; at once where this browser knows more than the page. */
export function startList(name: string, load: () => Promise<unknown>): void {
  later(`${name} button`, load)
  if (hasUnsent()) void load()
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith('change:') || key === 'cart' || key === 'wishlist') void load()
  })
}
