import type { SubmitEvent } from 'react'
import { When } from '#islands/kit/When.tsx'
import type { Order } from '#lib/checkout/order.ts'
import { formatPaise } from '#lib/money.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import { Cell, Rows } from './Rows.tsx'
import { TableBadge } from './StatusBadge.tsx'

type Props = {
  orders: readonly Order[]
  /** Shows the products bought; without script, the button opens the order's page (S-088). */
  onView: (order: Order) => void
}

/** The table of one page of orders (S-087). */
export function OrderList({ orders, onView }: Props) {
  const { columns } = orderTexts

  function view(event: SubmitEvent, order: Order): void {
    event.preventDefault()
    onView(order)
  }

  return (
    <div
      className="overflow-x-auto lg:rounded-box lg:border lg:border-base-300 lg:bg-base-100"
      role="region"
      aria-labelledby="orders-title"
      tabIndex={0}
    >
      <Rows columns={Object.values(columns)}>
        {orders.map((order) => (
          <tr key={order._id} role="row">
            <Cell label={columns.paymentid} isHead>
              <span className="min-w-28 wrap-anywhere">
                {order.paymentid || orderTexts.cod}
                <a
                  className="grid min-h-11 link place-content-center justify-start font-semibold wrap-normal text-primary max-lg:justify-end"
                  href={`/orders/${order._id}`}
                >
                  {orderTexts.order(order.number)}
                </a>
              </span>
            </Cell>
            <Cell label={columns.products}>
              <form action={`/orders/${order._id}`} onSubmit={(event) => view(event, order)}>
                <button className="btn whitespace-nowrap lg:px-2 lg:text-xs">
                  {orderTexts.view}
                </button>
              </form>
            </Cell>
            <Cell label={columns.name}>{order.name}</Cell>
            <Cell label={columns.phonenumber}>{order.phonenumber}</Cell>
            <Cell label={columns.address}>
              <span className="inline-grid min-w-24">{order.address}</span>
            </Cell>
            <Cell label={columns.zipcode}>{order.zipcode}</Cell>
            <Cell label={columns.amount} isNumber>
              ₹{formatPaise(order.amount)}
            </Cell>
            <Cell label={columns.email}>
              <span className="inline-grid min-w-24 wrap-anywhere">{order.email}</span>
            </Cell>
            <Cell label={columns.userid}>
              <span className="inline-grid min-w-20 text-xs break-all text-muted">
                {order.userid}
              </span>
            </Cell>
            <Cell label={columns.status}>
              <TableBadge status={order.status} />
            </Cell>
            <Cell label={columns.date}>
              <When at={order.date} className="inline-grid lg:min-w-20" />
            </Cell>
          </tr>
        ))}
      </Rows>
    </div>
  )
}
