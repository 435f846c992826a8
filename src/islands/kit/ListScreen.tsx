import { type ReactNode, type Ref } from 'react'
import { EmptyList } from './EmptyList.tsx'

type Props = {
  /** Ref of the island's root (use-live.ts). */
  root?: Ref<HTMLElement> | undefined
  id: string
  title: string
  count: string
  emptyText: string
  isEmpty: boolean
  isBusy: boolean
  columns: readonly string[]
  rows: ReactNode
  /** Beside the table, or below it where space is short. */
  children?: ReactNode
  /** Sticks to the lower edge of a phone. */
  bar?: ReactNode
  Heading?: 'h1' | 'h2'
}

/** The screen of cart or wishlist: a table, laid out as a list of blocks where space is short. */
export function ListScreen(props: Props) {
  const { root, id, title, count, emptyText, isEmpty, isBusy, columns, rows, children } = props
  const { bar, Heading = 'h1' } = props
  return (
    <section ref={root} className="@container relative" aria-labelledby={id} aria-busy={isBusy}>
      <Heading id={id} tabIndex={-1}>
        {title}
      </Heading>
      <p className="mb-4 text-muted">{count}</p>
      {isEmpty ? (
        <EmptyList text={emptyText} />
      ) : (
        <div
          className={`grid grid-cols-1 items-start gap-6 transition-opacity ${isBusy ? 'opacity-50' : ''} ${children ? '@4xl:grid-cols-[minmax(0,1fr)_20rem]' : ''}`}
        >
          <table role="table" className="block w-full @3xl:table">
            <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
              <tr role="row">
                {columns.map((column) => (
                  <th
                    key={column}
                    role="columnheader"
                    scope="col"
                    className="bg-base-200 p-3 text-left text-base-content"
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block @3xl:table-row-group">{rows}</tbody>
          </table>
          {children}
        </div>
      )}
      {!isEmpty && bar}
      {isBusy && (
        <span className="loading pointer-events-none fixed top-1/2 left-1/2 z-10 -m-6 w-12 loading-spinner text-primary" />
      )}
    </section>
  )
}

/** Moves the focus from a row that is about to disappear to its neighbour, or to the heading. */
export function focusBeside(row: Element | null): void {
  if (!row?.contains(document.activeElement)) return
  const next = (row.nextElementSibling ?? row.previousElementSibling)?.querySelector('a')
  const target = next ?? row.closest('section')?.querySelector<HTMLElement>('h1, h2')
  target?.focus({ preventScroll: true })
}
