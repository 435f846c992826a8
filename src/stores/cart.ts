import { persistentAtom } from '@nanostores/persistent'
import { computed } from 'nanostores'
import * as z from 'zod/mini'
import { GUEST } from '#lib/account/session.ts'
import { cartItemSchema, type CartItem, REVISION_HEADER } from '#lib/cart/cart.ts'
import { withChanges } from '#lib/cart/cart-changes.ts'
import { totalOf } from '#lib/cart/cart-lines.ts'
import { type CartState, decodeCart, NO_CART } from '#lib/cart/cart-state.ts'
import {
  type CartSummary,
  decodeSummary,
  EMPTY_SUMMARY,
  encodeSummary,
} from '#lib/cart/cart-summary.ts'
import { CART_SUMMARY_KEY } from '#lib/browser/storage-keys.ts'
import { timeLimit } from '#lib/time-limit.ts'
import { $changes } from './changes.ts'
import { $owner, askToLogin, loseSession } from './session.ts'

/** The server's cart, as last received. */
const $confirmed = persistentAtom('cart', NO_CART, { encode: JSON.stringify, decode: decodeCart })

/**
 * The cart as the shopper sees it: the server's, with the changes not yet confirmed applied to it.
 */
export const $cart = computed([$confirmed, $changes, $owner], (confirmed, changes, owner) =>
  owner ? withChanges(confirmed.userid === owner ? confirmed.items : [], changes) : [],
)

/** What the header shows; stored separately, so that every page has it at once (S-026). */
export const $cartSummary = persistentAtom<CartSummary>(CART_SUMMARY_KEY, EMPTY_SUMMARY, {
  encode: encodeSummary,
  decode: decodeSummary,
})

/** The server's cart, in which the ids of lines are looked up. */
export function confirmedCart(): readonly CartItem[] {
  const { items, userid } = $confirmed.get()
  return userid === $owner.get() ? items : []
}

/**
 * Stores a cart sent by the server, if it is the current owner's and no newer revision is known
 * (I8).
 */
export function confirmCart(sent: CartState): void {
  const known = $confirmed.get()
  if (sent.userid !== $owner.get()) return
  if (known.userid !== sent.userid || known.revision <= sent.revision) $confirmed.set(sent)
}

/** Time limit in milliseconds: after a placed order, the next page waits for this call. */
const LIMIT_MS = 8000

/** Fetches the cart from the server; if that fails, the known one stays (S-199). */
export async function refreshCart(): Promise<void> {
  const userid = $owner.get()
  if (!userid || !navigator.onLine) return
  try {
    const response = await fetch(`/api/cart?userid=${encodeURIComponent(userid)}`, {
      headers: { accept: 'application/json' },
      signal: timeLimit(LIMIT_MS),
    })
    const { status } = response
    const isOwn = userid === $owner.get()
    // These flags belong to another session: a new sign-in sets them (I8).
    if (isOwn && status === 403) return askToLogin()
    if (isOwn && status === 401 && userid !== GUEST) {
      loseSession()
      // In an open shop, show the visitor's cart instead.
      return $owner.get() === GUEST ? await refreshCart() : undefined
    }
    const items = z.array(cartItemSchema).safeParse(await response.json())
    const revision = Number(response.headers.get(REVISION_HEADER) ?? 0)
    if (response.ok && items.success) confirmCart({ userid, items: items.data, revision })
  } catch (error) {
    console.warn('The cart could not be read:', error)
  }
}

$cart.subscribe((items) => {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const summary = { count, totalRupees: totalOf(items) }
  if (encodeSummary(summary) !== encodeSummary($cartSummary.get())) $cartSummary.set(summary)
})
