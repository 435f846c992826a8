import { type MouseEvent, useState } from 'react'
import { useLazyStore } from '#islands/kit/use-lazy-store.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import { comparePath } from '#lib/catalogue/compare-address.ts'
import { COMPARED_PRODUCTS } from '#lib/limits.ts'
import { compareTexts } from '#lib/texts/browser/shared.ts'
import { showAlert } from '#stores/toast.ts'

type Store = Awaited<ReturnType<typeof loadStore>>
const NONE: readonly string[] = []
const loadStore = () => import('#stores/compare.ts')
const loadCompared = () => loadStore().then(({ $compared }) => $compared)

/**
 * A link that shows this product on /compare. With script it collects products in this browser, and
 * then leads to a comparison of all of them (S-060).
 */
export function CompareButton({ id }: { id: string }) {
  const ids = useLazyStore(loadCompared, NONE)
  const [isRefused, setRefused] = useState(false)
  // After a refusal because the list is full, the link leads to the list.
  const isIn = ids.includes(id) || (isRefused && ids.length >= COMPARED_PRODUCTS)
  const tell = (result: ReturnType<Store['addToComparison']>) => {
    if (result.ok) return showAlert(compareTexts.added(result.value.length))
    setRefused(true)
    showAlert(compareTexts[result.error], 'error')
  }
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isIn || opensElsewhere(event)) return
    event.preventDefault()
    const { href } = event.currentTarget
    void loadStore().then(
      ({ addToComparison }) => tell(addToComparison(id)),
      () => location.assign(href),
    )
  }
  return (
    <a
      className="btn btn-block px-1 text-xs whitespace-nowrap"
      href={comparePath(isIn ? ids : [id])}
      rel="nofollow"
      data-replay="compare"
      onClick={press}
    >
      {isIn ? compareTexts.see(ids.length) : compareTexts.compare}
    </a>
  )
}
