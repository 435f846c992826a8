import { useStore } from '@nanostores/react'
import { type MouseEvent, useState } from 'react'
import { comparePath } from '#lib/catalogue/compare-address.ts'
import { NONE_COMPARED } from '#lib/catalogue/compared.ts'
import { COMPARED_PRODUCTS } from '#lib/limits.ts'
import { compareMessages as messages } from '#lib/texts/browser/shared.ts'
import { $compared, compareProduct } from '#stores/compare.ts'
import { showAlert } from '#stores/toast.ts'

/**
 * Its link shows this product on /compare; live it collects products in this browser, and then
 * leads to all of them (S-060).
 */
export function CompareButton({ id }: { id: string }) {
  const ids = useStore($compared, { ssr: () => NONE_COMPARED })
  const [isRefused, setRefused] = useState(false)
  // A full list can only be gone to, once that was said.
  const isIn = ids.includes(id) || (isRefused && ids.length >= COMPARED_PRODUCTS)
  const press = (event: MouseEvent) => {
    if (isIn || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const result = compareProduct(id)
    if (result.ok) showAlert(messages.added(result.value.length))
    else {
      setRefused(true)
      showAlert(messages[result.error], 'error')
    }
  }
  return (
    <a
      className="btn btn-block px-1 text-xs whitespace-nowrap"
      href={comparePath(isIn ? ids : [id])}
      rel="nofollow"
      data-replay="compare"
      onClick={press}
    >
      {isIn ? messages.see(ids.length) : messages.compare}
    </a>
  )
}
