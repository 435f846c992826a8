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
import { $changes } from './changes.ts'
import { $owner, askToLogin, loseSession } from './session.ts'

/** The server's cart, as last heard of. */
const $confirmed = persistentAtom('cart', NO_CART, { encode: JSON.stringify, decode: decodeCart })

/** The cart as the shopper has made it: the server's, with what is still on its way. */
export const $cart = computed([$confirmed, $changes, $owner], (confirmed, changes, owner) =>
  owner ? withChanges(confirmed.userid === owner ? confirmed.items : [], changes) : [],
)

/** What the header shows, kept apart so that every page has it at once (S-026). */
export const $cartSummary = persistentAtom<CartSummary>(CART_SUMMARY_KEY, EMPTY_SUMMARY, {
  encode: encodeSummary,
  decode: decodeSummary,
})

/** The cart that the server knows of, by which the ids of lines are found. */
export function confirmedCart(): readonly CartItem[] {
  const { items, userid } = $confirmed.get()
  return userid === $owner.get() ? items : []
}

/** Takes over a cart that the server has sent for its user, unless a newer one is there (I8). */
export function confirmCart(sent: CartState): void {
  const known = $confirmed.get()
  if (sent.userid !== $owner.get()) return
  if (known.userid !== sent.userid || known.revision <= sent.revision) $confirmed.set(sent)
}

/** A placed order waits for it: what takes longer comes with the next page. */
const LIMIT_MS = 8000

/** Asks the server for the cart; whatever fails leaves the known one (S-199). */
export async function refreshCart(): Promise<void> {
  const userid = $owner.get()
  if (!userid || !navigator.onLine) return
  try {
    const response = await fetch(`/api/cart?userid=${encodeURIComponent(userid)}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const { status } = response
    const isOwn = userid === $owner.get()
    // These flags are not those of the session: they come anew at the sign-in (I8).
    if (isOwn && status === 403) return askToLogin()
    if (isOwn && status === 401 && userid !== GUEST) {
      loseSession()
      // An open shop has a visitor's cart to show instead.
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
