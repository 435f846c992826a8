import { persistentAtom } from '@nanostores/persistent'
import { computed } from 'nanostores'
import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'
import { decodeWishes, NO_WISHES, type WishState } from '#lib/cart/cart-state.ts'
import { type Wish, wishSchema } from '#lib/cart/wishlist.ts'
import { $changes } from './changes.ts'
import { $owner } from './session.ts'

const $confirmed = persistentAtom('wishlist', NO_WISHES, {
  encode: JSON.stringify,
  decode: decodeWishes,
})

/** The server's entries, newest first. */
const $own = computed([$confirmed, $owner], ({ items, userid }, owner) =>
  userid === owner ? items : NO_WISHES.items,
)

/** Ids of the products on the wishlist including unconfirmed changes: the state of each heart. */
export const $wished = computed([$own, $changes], (own, changes) => {
  const ids = new Set(own.map(({ productid }) => productid))
  for (const change of changes) {
    if (change.kind === 'wish') ids.add(change.productid)
    if (change.kind === 'saveForLater') ids.add(change.line.productid)
    if (change.kind === 'unwish') ids.delete(change.productid)
    if (change.kind === 'move') ids.delete(change.line.productid)
  }
  return ids
})

/** The entries that the screen shows, without those just removed. */
export const $wishes = computed([$own, $wished], (own, ids): readonly Wish[] =>
  own.filter(({ productid }) => ids.has(productid)),
)

/** The server's entries, in which ids are looked up. */
export const confirmedWishes = (): readonly Wish[] => $own.get()

/** How many lists any tab has stored: one asked for before the last of them may be older. */
let confirmed = 0
$confirmed.listen(() => confirmed++)

/** Stores a wishlist sent by the server, if it is the current owner's (I8). */
export function confirmWishes(sent: WishState): void {
  if (sent.userid === $owner.get()) $confirmed.set(sent)
}

/**
 * Fetches the wishlist from the server; if that fails, or a change was answered meanwhile, the
 * known one stays (S-199).
 */
export async function refreshWishes(): Promise<void> {
  const userid = $owner.get()
  if (!userid || !navigator.onLine) return
  const before = confirmed
  const items = z
    .array(wishSchema)
    .safeParse(await get(`/api/mylist?userid=${encodeURIComponent(userid)}`))
  if (items.success && before === confirmed) confirmWishes({ userid, items: items.data })
}
