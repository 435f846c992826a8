import type { MouseEvent, ReactNode } from 'react'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import type { CartItem } from '#lib/cart/cart.ts'
import { belowMinimum } from '#lib/checkout/below-minimum.ts'
import { totalOf } from '#lib/cart/cart-lines.ts'
import { formatRupees, rupeesToPaise } from '#lib/money.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { cartTexts } from '#lib/texts/browser/cart-rows.ts'
import { within } from '#lib/within.ts'
import { alertAndGo, closeAlert } from '#stores/toast.ts'
import { isChangeWaiting, loadCartStores } from './load-stores.ts'

/** Where the bar with the sum replaces the button in CART TOTALS: on phones only, or always. */
export type Bar = 'phone' | 'always'

type Props = {
  id: string
  items: readonly CartItem[]
  bar: Bar
  /** The shop's country for 'Estimate for'; the drawer leaves it out. */
  estimate?: string | undefined
  /** The shop's least order in rupees; the drawer leaves it out, too. */
  minimum?: number | null | undefined
}

/** CART TOTALS, worded as specified (S-071, S-201). */
export function CartTotals({ id, items, bar, estimate, minimum = null }: Props) {
  const total = rupeesOf(items)
  const rows = [
    [cartTexts.subtotal, total],
    [cartTexts.shipping, cartTexts.free],
    ...(estimate === undefined ? [] : [[cartTexts.estimateFor, estimate || cartTexts.country]]),
    [cartTexts.total, total],
  ]
  return (
    <section className="card border-base-300 bg-base-100 card-border" aria-labelledby={id}>
      <div className="card-body gap-3 p-5">
        <h2 id={id} className="text-lg font-bold">
          {cartTexts.totals}
        </h2>
        <dl className="divide-y divide-base-200">
          {rows.map(([term, value]) => (
            <div key={term} className="flex flex-wrap justify-between gap-x-4 py-2 last:text-xl">
              <dt>{term}</dt>
              <dd className="font-bold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="font-semibold text-error empty:absolute" role="status">
          {belowMinimum(minimum, rupeesToPaise(totalOf(items)))}
        </p>
        <CheckoutLink className={`btn-primary ${bar === 'phone' ? 'max-md:hidden' : 'hidden'}`} />
      </div>
    </section>
  )
}

/** The sum and the way to the checkout, always in sight at the lower edge. */
export function CheckoutBar({ items, bar }: Pick<Props, 'items' | 'bar'>) {
  return (
    <p
      className={`sticky z-30 mt-2 py-2 print:hidden ${bar === 'phone' ? 'bottom-0 md:hidden' : '-bottom-4'}`}
    >
      <CheckoutLink className="h-auto min-h-12 flex-wrap justify-between py-2 shadow-lg btn-primary">
        <span className="tabular-nums">{rupeesOf(items)}</span>
      </CheckoutLink>
    </p>
  )
}

/**
 * Follows its link once the stores are loaded, so that what was done on this screen before that is
 * kept; but a slow line stops nobody for long: what is lost then is said on the next page.
 */
function CheckoutLink({ className, children }: { className: string; children?: ReactNode }) {
  function leave(event: MouseEvent<HTMLAnchorElement>): void {
    if (opensElsewhere(event)) return
    event.preventDefault()
    const link = event.currentTarget
    const follow = (stores: unknown) => {
      link.ariaBusy = null
      if (stores || !isLost) return location.assign(link.href)
      alertAndGo(cartMessages.lostChange, 'error', link.href, 0)
      // The stores may still come before the next page does, and then keep the change.
      void loading.then(() => closeAlert()).catch(() => {})
    }
    link.ariaBusy = 'true'
    const isLost = isChangeWaiting()
    const loading = loadCartStores()
    void within(loading).then(follow)
  }
  return (
    <a
      className={`btn btn-block aria-busy:opacity-50 ${className}`}
      href="/checkout"
      data-replay="checkout"
      onClick={leave}
    >
      {children}
      {cartTexts.checkout}
    </a>
  )
}

const rupeesOf = (items: readonly CartItem[]) => `\u20b9${formatRupees(totalOf(items))}`
