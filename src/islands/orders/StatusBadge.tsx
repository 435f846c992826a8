import { Icon } from '#islands/kit/Icon.tsx'
import { alert, box, check, checkCircle, clock, close, repeat, truck } from '#islands/kit/icons.ts'
import type { OrderStatus } from '#lib/checkout/order.ts'
import { statusText } from '#lib/texts/browser/orders.ts'

const ICONS: Record<OrderStatus, string> = {
  ...{ pending: clock, confirmed: check, packed: box, out_for_delivery: truck },
  ...{ delivered: checkCircle, cancelled: close, refunded: repeat, needs_attention: alert },
}
const COLOURS: Record<OrderStatus, string> = {
  ...{ pending: 'badge-info', confirmed: 'badge-info', packed: 'badge-info' },
  ...{ out_for_delivery: 'badge-info', delivered: 'badge-success', cancelled: 'badge-neutral' },
  ...{ refunded: 'badge-neutral', needs_attention: 'badge-error' },
}

/** An order's status as a colour, an icon and a word. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className={`badge ${COLOURS[status]}`}>
      <Icon of={ICONS[status]} className="size-4 flex-none" />
      <span className="inline-block first-letter:uppercase">{statusText(status)}</span>
    </span>
  )
}

/** The badge on the screen of all orders: red while pending, green otherwise (S-089). */
export function TableBadge({ status }: { status: OrderStatus }) {
  const colour = status === 'pending' ? 'bg-error' : 'bg-success'
  return (
    <span className={`badge border-0 text-white ${colour}`}>
      <Icon of={ICONS[status]} className="size-4 flex-none" />
      {statusText(status)}
    </span>
  )
}
