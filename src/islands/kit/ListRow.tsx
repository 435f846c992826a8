import { type FormEvent, type ReactNode, useCallback } from 'react'
import { unitPriceText } from '#lib/catalogue/unit-price.ts'
import { formatRupees, rupeesToPaise } from '#lib/money.ts'
import type { SendOutcome } from '#stores/send-changes.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

/** What a row of cart or wishlist reports to the screen around it. */
export type RowWork = {
  /** Keeps the busy overlay shown until the row's work is done, or done by its form (use-overlay.ts). */
  follow: (work: Promise<SendOutcome>, form: HTMLFormElement | null) => void
  /** Moves the focus elsewhere before the row disappears. */
  onLeave: (row: Element | null) => void
}

/** Classes of a row's cell, also where the table is laid out as blocks. */
export const CELL = 'p-0 py-1 @3xl:px-3'

/** Link of the product whose row gets the focus when it comes back. */
let awaited = ''

/** Focuses the row with this link when it comes back; its query, which names a pack, is ignored. */
export function awaitRow(path: string): void {
  awaited = productIn(path)
}

const productIn = (path: string) => path.replace(/\?.*/, '')

/**
 * A row of a `ListScreen`. Laid out as a block, its cells stand side by side as far as they fit;
 * those of `order-1` begin a second line.
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
  /** The currency sign that this screen uses (S-002). */
  sign: '₹' | 'Rs. '
  priceRupees: number
  oldPriceRupees: number | null
  /** The contents of the pack, for the price per kilogram or litre. */
  unit?: string | undefined
  children?: ReactNode
}

/** The price of one unit, and its former price. */
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

type RowFormProps = RowWork & {
  action: string
  act: () => Promise<SendOutcome>
  children: ReactNode
}

/**
 * A form that removes its row, once however often it is pressed; without script it is submitted.
 */
export function RowForm({ action, act, follow, onLeave, children }: RowFormProps) {
  const once = useOneAtATime()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    once(() => {
      onLeave(form.closest('tr'))
      const outcome = act()
      follow(outcome, form)
      return outcome.catch(() => {})
    })
  }
  return (
    <form className="flex" action={action} method="post" onSubmit={send}>
      {children}
    </form>
  )
}
