import type { ReactNode } from 'react'

type RowsProps = { columns: readonly string[]; children: ReactNode }

/**
 * A table whose rows are cards on a phone. The explicit roles restore the semantics that `display:
 * block` removes there.
 */
export function Rows({ columns, children }: RowsProps) {
  return (
    <table className="table grid lg:table lg:text-sm" role="table">
      <thead className="sr-only text-muted lg:not-sr-only lg:table-header-group">
        <tr role="row">
          {columns.map((name) => (
            <th className="lg:px-2" key={name} scope="col" role="columnheader">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-3 max-lg:[&_tr]:block max-lg:[&_tr]:rounded-box max-lg:[&_tr]:border max-lg:[&_tr]:border-base-300 max-lg:[&_tr]:bg-base-100 max-lg:[&_tr]:py-2">
        {children}
      </tbody>
    </table>
  )
}

type CellProps = {
  label: string
  /** It is the row's header. */
  isHead?: boolean
  isNumber?: boolean
  children: ReactNode
}

/** A cell; on a phone, its column's name stands beside it. */
export function Cell({ label, isHead, isNumber, children }: CellProps) {
  const Tag = isHead ? 'th' : 'td'
  return (
    <Tag
      className={`gap-4 align-top text-sm font-normal text-base-content max-lg:flex max-lg:justify-between max-lg:border-b! max-lg:border-base-200 max-lg:px-4 max-lg:py-1.5 max-lg:text-right max-lg:before:shrink-0 max-lg:before:text-muted max-lg:before:content-[attr(data-label)] max-lg:last:border-0! lg:px-2 ${isNumber ? 'whitespace-nowrap tabular-nums' : ''}`}
      data-label={label}
      {...(isHead ? { scope: 'row', role: 'rowheader' } : { role: 'cell' })}
    >
      {children}
    </Tag>
  )
}
