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

/** The entries that the server knows of, newest first. */
const $own = computed([$confirmed, $owner], ({ items, userid }, owner) =>
  userid === owner ? items : NO_WISHES.items,
)

/** Ids of the products on the wishlist, with what is still on its way: the state of each heart. */
export const $wished = computed([$own, $changes], (own, changes) => {
  const ids = new Set(own.map(({ productid }) => productid))
  for (const change of changes) {
    if (change.kind === 'wish') ids.add(change.productid)
    if (change.kind === 'later') ids.add(change.line.productid)
    if (change.kind === 'unwish') ids.delete(change.productid)
    if (change.kind === 'move') ids.delete(change.line.productid)
  }
  return ids
})

/** The entries that the screen shows: what was just taken off is gone at once. */
export const $wishes = computed([$own, $wished], (own, ids): readonly Wish[] =>
  own.filter(({ productid }) => ids.has(productid)),
)

/** The entries that the server knows of, by which their ids are found. */
export const confirmedWishes = (): readonly Wish[] => $own.get()

/** Takes over a wishlist that the server has sent for its user (I8). */
export function confirmWishes(sent: WishState): void {
  if (sent.userid === $owner.get()) $confirmed.set(sent)
}

/** Asks the server for the wishlist; whatever fails leaves the known one (S-199). */
export async function refreshWishes(): Promise<void> {
  const userid = $owner.get()
  if (!userid || !navigator.onLine) return
  const items = z
    .array(wishSchema)
    .safeParse(await get(`/api/mylist?userid=${encodeURIComponent(userid)}`))
  if (items.success) confirmWishes({ userid, items: items.data })
}
