import { useEffect, useState } from 'react'
import { focusBeside, ListScreen } from '#islands/kit/ListScreen.tsx'
import { useLazyStore } from '#islands/kit/use-lazy-store.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { useOverlay } from '#islands/kit/use-overlay.ts'
import type { WishState } from '#lib/cart/cart-state.ts'
import type { Wish } from '#lib/cart/wishlist.ts'
import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import { $owner } from '#stores/session.ts'
import { loadListStores } from './load-stores.ts'
import { WishRow } from './WishRow.tsx'

const loadKept = () => loadListStores().then(({ $wishes }) => $wishes)
const refresh = () => loadListStores().then(({ refreshWishes }) => refreshWishes())

/** The wishlist's screen: first as the server rendered it, then as the store has it. */
export function WishScreen({ list }: { list: WishState }) {
  const root = useLive<HTMLElement>()
  const kept = useLazyStore<readonly Wish[] | undefined>(loadKept, undefined)
  const [isKnown, setKnown] = useState(false)
  useEffect(
    () =>
      // After a sign-in by form, the flags may be set later than this runs (account-menu.ts).
      $owner.subscribe((owner) => {
        if (owner !== list.userid) return
        const take = (store: Awaited<ReturnType<typeof loadListStores>>) => {
          const had = store.confirmedWishes()
          // A copy stored by the service worker may be older than what this browser knows.
          if (!document.body.dataset['kept']) store.confirmWishes(list)
          setKnown(true)
          // This page may have been requested before a wish made on the previous page was answered.
          if (had.length !== list.items.length) void store.refreshWishes()
        }
        // If the stores cannot be loaded, the screen stays as the server rendered it.
        loadListStores().then(take, () => {})
      }),
    [list],
  )
  const { isBusy, follow } = useOverlay(refresh)
  const wishes = (isKnown && kept) || list.items
  return (
    <ListScreen
      {...{ root, isBusy }}
      id="list-title"
      title={cartTexts.listTitle}
      count={cartTexts.listCount(wishes.length)}
      emptyText={cartTexts.listEmpty}
      isEmpty={wishes.length === 0}
      columns={cartTexts.listColumns}
      rows={wishes.map((wish) => (
        <WishRow
          key={wish.productid}
          wish={wish}
          follow={(...change) => void follow(...change)}
          onLeave={focusBeside}
        />
      ))}
    />
  )
}
