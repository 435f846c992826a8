import type { ReactNode } from 'react'
import { Icon } from '#islands/kit/Icon.tsx'
import { bill, phone, repeat } from '#islands/kit/icons.ts'
import { type Order, type OrderStatus, TAKEN_BACK } from '#lib/checkout/order.ts'
import { takenOff } from '#lib/checkout/taken-off.ts'
import { formatMoment } from '#lib/dates.ts'
import { priceText, rupeesToPaise } from '#lib/money.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import { phoneLink } from '#lib/phone-link.ts'
import { BoughtLines } from './BoughtLines.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Timeline } from './Timeline.tsx'

type Props = {
  order: Order
  /** Idempotency key of 'Order this again'; without an account, undefined. */
  reorderKey?: string
  /** The secret of the tracking link, by which a guest sees the order. */
  track?: string
  /** Hides part of the data, and the invoice. */
  isVeiled?: boolean
  shopPhone: string
}

/** One order: its state, its products, and what can still be done about it. Plain forms. */
export function OrderDetails({ order, reorderKey, shopPhone, track, isVeiled }: Props) {
  const { _id: id, number, status, refund, refundpart, note, payment } = order
  const total = priceText(order.amount)
  const prices = order.products.map(({ subtotal }) => ({ paise: rupeesToPaise(subtotal) }))
  const offPaise = takenOff(prices, order.amount)

  return (
    <div className="grid gap-4">
      <div>
        <h1
          // Actions on the order lead back here, with the answer shown above.
          id="order-title"
          tabIndex={-1}
          className="mb-1 flex scroll-mt-16 flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere"
        >
          {orderTexts.order(number)} <StatusBadge status={status} />
        </h1>
        <p className="text-muted">
          <time dateTime={order.date}>
            {orderTexts.placedOn(formatMoment(Date.parse(order.date)))}
          </time>
        </p>
        {order.arrives && isOnItsWay(status) && <p>{orderTexts.comes(order.arrives)}</p>}
      </div>
      {refund && (
        <p className="alert alert-soft alert-info text-base-content">
          {refund === 'processed' && refundpart > 0
            ? orderTexts.refundedPart(priceText(refundpart))
            : orderTexts.refund[refund]}
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="grid gap-4">
          <Card id="timeline" title={orderTexts.timeline}>
            <Timeline order={order} />
          </Card>
          <Card id="products" title={orderTexts.products}>
            <BoughtLines products={order.products} />
            <dl className="grid gap-1 border-t border-base-300 pt-3">
              <Sum term={orderTexts.subtotal}>{priceText(order.amount + offPaise)}</Sum>
              {offPaise > 0 && <Sum term={orderTexts.takenOff}>{`−${priceText(offPaise)}`}</Sum>}
              <Sum term={orderTexts.shipping}>{orderTexts.free}</Sum>
              <Sum term={orderTexts.total} isTotal>
                {total}
              </Sum>
            </dl>
          </Card>
        </div>
        <div className="grid gap-4">
          <Card id="address" title={orderTexts.deliverTo}>
            <address className="grid not-italic">
              <b>{order.name}</b>
              <span>{order.address}</span>
              <span>
                {order.city} {order.zipcode}
              </span>
              <span>
                {order.state}, {order.country}
              </span>
              <span>{order.phonenumber}</span>
              <span className="break-all">{order.email}</span>
            </address>
            <h3 className="font-semibold">{orderTexts.payment}</h3>
            <p className="break-all">{payment === 'cod' ? orderTexts.cod : order.paymentid}</p>
            {note && (
              <>
                <h3 className="font-semibold">{orderTexts.note}</h3>
                <p className="whitespace-pre-line">{note}</p>
              </>
            )}
          </Card>
          <div className="grid gap-3 print:hidden">
            {reorderKey !== undefined && (
              <form className="grid" action={`/api/orders/${id}/reorder`} method="post">
                <input type="hidden" name="idempotencykey" value={reorderKey} />
                <button className="btn btn-primary">
                  <Icon of={repeat} />
                  {orderTexts.reorder}
                </button>
              </form>
            )}
            {!isVeiled && (
              <a className="btn" href={`/orders/${id}/invoice`}>
                <Icon of={bill} />
                {orderTexts.invoice}
              </a>
            )}
            {shopPhone && (
              <a className="btn" href={phoneLink(shopPhone)}>
                <Icon of={phone} />
                {orderTexts.callShop}
              </a>
            )}
            {order.cancancel && (
              <details>
                <summary className="btn btn-block btn-ghost text-error">
                  {orderTexts.cancel}
                </summary>
                <form
                  className="mt-2 grid gap-3 rounded-box border border-base-300 bg-base-100 p-4"
                  action={`/api/orders/${id}/cancel`}
                  method="post"
                >
                  {track !== undefined && <input type="hidden" name="track" value={track} />}
                  <p>
                    {orderTexts.cancelSure} {payment === 'online' && orderTexts.cancelRefund}
                  </p>
                  <button className="btn btn-outline btn-error">{orderTexts.cancelYes}</button>
                </form>
              </details>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Neither delivered nor taken back: what was said of when it comes still counts. */
const isOnItsWay = (status: OrderStatus) => status !== 'delivered' && !TAKEN_BACK.includes(status)

type CardProps = { id: string; title: string; children: ReactNode }

function Card({ id, title, children }: CardProps) {
  return (
    <section
      className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-4 sm:p-5"
      aria-labelledby={id}
    >
      <h2 className="text-lg font-bold" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type SumProps = { term: string; isTotal?: boolean; children: ReactNode }

function Sum({ term, isTotal, children }: SumProps) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${isTotal ? 'text-lg font-bold' : ''}`}>
      <dt>{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
