import { persistentAtom } from '@nanostores/persistent'
import { computed } from 'nanostores'
import * as z from 'zod/mini'
import { cartItemSchema, type CartItem, REVISION_HEADER, totalOf } from '../lib/cart.ts'
import { withChanges } from '../lib/cart-changes.ts'
import { decodeCart, NO_CART } from '../lib/cart-state.ts'
import {
  type CartSummary,
  decodeSummary,
  EMPTY_SUMMARY,
  encodeSummary,
} from '../lib/cart-summary.ts'
import { CART_SUMMARY_KEY } from '../lib/storage-keys.ts'
import { $changes } from './changes.ts'
import { $user } from './session.ts'

/** The server's cart, as last heard of. */
const $confirmed = persistentAtom('cart', NO_CART, { encode: JSON.stringify, decode: decodeCart })

/** The cart as the shopper has made it: the server's, with what is still on its way. */
export const $cart = computed([$confirmed, $changes, $user], (confirmed, changes, user) =>
  user ? withChanges(confirmed.userid === user.userid ? confirmed.items : [], changes) : [],
)

/** What the header shows, kept apart so that every page has it at once (S-026). */
export const $cartSummary = persistentAtom<CartSummary>(CART_SUMMARY_KEY, EMPTY_SUMMARY, {
  encode: encodeSummary,
  decode: decodeSummary,
})

/** The cart that the server knows of, by which the ids of lines are found. */
export function confirmedCart(): readonly CartItem[] {
  const { items, userid } = $confirmed.get()
  return userid === $user.get()?.userid ? items : []
}

/** Takes over a cart that the server has sent, unless a newer one is there. */
export function confirmCart(items: CartItem[], revision: number): void {
  const userid = $user.get()?.userid
  const known = $confirmed.get()
  if (!userid || (known.userid === userid && known.revision > revision)) return
  $confirmed.set({ userid, revision, items })
}

/** Asks the server for the cart; whatever fails leaves the known one (S-199). */
export async function refreshCart(): Promise<void> {
  if (!$user.get() || !navigator.onLine) return
  try {
    const response = await fetch('/api/cart', { headers: { accept: 'application/json' } })
    const items = z.array(cartItemSchema).safeParse(await response.json())
    const revision = Number(response.headers.get(REVISION_HEADER) ?? 0)
    if (response.ok && items.success) confirmCart(items.data, revision)
  } catch (error) {
    console.warn('The cart could not be read:', error)
  }
}

$cart.subscribe((items) => {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const summary = { count, total: totalOf(items) }
  if (encodeSummary(summary) !== encodeSummary($cartSummary.get())) $cartSummary.set(summary)
})
