import { type FormEvent, type ReactNode, useCallback } from 'react'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { formatRupees, rupeesToPaise } from '#lib/money.ts'
import type { Outcome } from '#stores/send-changes.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

/** What a row of cart or wishlist tells the screen around it. */
export type RowWork = {
  /** Keeps the overlay over what the row does. */
  follow: (work: Promise<Outcome>) => void
  /** Where the focus goes when the row has gone. */
  onLeave: (row: Element | null) => void
}

/** A cell of a row, also where the table is a list of blocks. */
export const CELL = 'p-0 py-1 @3xl:px-3'

/** The product whose row is to have the focus when it is back. */
let awaited = ''

/** Puts the focus on the row with this link when it comes back; of a pack its product may be known before. */
export function awaitRow(path: string): void {
  awaited = productIn(path)
}

const productIn = (path: string) => path.replace(/\?.*/, '')

/**
 * A row of a `ListScreen`. Where it is a block, its cells stand side by side as far as they fit: a second line
 * begins with those of `order-1`.
 */
export function ListRow({ path, children }: { path: string; children: ReactNode }) {
  const greet = useCallback(
    (row: HTMLTableRowElement | null) => {
      if (!row || productIn(path) !== awaited) return
      awaited = ''
      row.querySelector('a')?.focus()
    },
    [path],
  )
  return (
    <tr
      ref={greet}
      role="row"
      className="flex flex-wrap items-center gap-x-4 border-b border-base-300 py-2 before:order-1 before:w-full @3xl:table-row @3xl:before:hidden"
    >
      {children}
    </tr>
  )
}

type PriceCellProps = {
  /** As the screen writes it (S-002). */
  sign: '₹' | 'Rs. '
  priceRupees: number
  oldPriceRupees: number | null
  /** What it is of, for the price of a kilogram or litre. */
  unit?: string
  children?: ReactNode
}

/** The price of one, and the one before it. */
export function PriceCell({ sign, unit = '', children, ...props }: PriceCellProps) {
  const { priceRupees, oldPriceRupees } = props
  const perUnit = unitPriceText(rupeesToPaise(priceRupees), unit)
  return (
    <td role="cell" className={`${CELL} flex-1`}>
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {sign}
        {formatRupees(priceRupees)}
      </span>
      {oldPriceRupees !== null && (
        <del className="ml-2 text-sm whitespace-nowrap text-muted">
          {sign}
          {formatRupees(oldPriceRupees)}
        </del>
      )}
      {perUnit && <small className="block text-xs text-muted tabular-nums">{perUnit}</small>}
      {children}
    </td>
  )
}

type RowFormProps = RowWork & { action: string; act: () => Promise<Outcome>; children: ReactNode }

/** A form that takes its row away, once however often it is pressed; without script it is sent. */
export function RowForm({ action, act, follow, onLeave, children }: RowFormProps) {
  const once = useOneAtATime()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const row = event.currentTarget.closest('tr')
    once(() => {
      onLeave(row)
      const outcome = act()
      follow(outcome)
      return outcome
    })
  }
  return (
    <form className="flex" action={action} method="post" onSubmit={send}>
      {children}
    </form>
  )
}
