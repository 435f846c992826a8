import { Icon } from '#islands/kit/Icon.tsx'
import { phone, truck } from '#islands/kit/icons.ts'
import { When } from '#islands/kit/When.tsx'
import { thumbnailFile } from '#lib/catalogue/picture.ts'
import type { Order } from '#lib/checkout/order.ts'
import { formatPaise } from '#lib/money.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import { phoneLink } from '#lib/phone-link.ts'
import { OrderNews } from './OrderNews.tsx'
import { TableBadge } from './StatusBadge.tsx'

export type LatestOrderProps = {
  order: Order
  /** A message of thanks, if the order has just been placed. */
  said: string | undefined
  /** The shop's phone number; empty if it names none. */
  shopPhone: string
}

/** Maximum number of pictures shown. */
const MAX_PICTURES = 4

/** The order under way: what was ordered and when, how far it is, and whom to call. */
export function LatestOrder({ order, said, shopPhone }: LatestOrderProps) {
  const { _id, number, date, status, products, amount, payment, address, city, zipcode } = order
  const pictures = products.filter(({ image }) => image !== '').slice(0, MAX_PICTURES)
  const units = products.reduce((sum, { quantity }) => sum + quantity, 0)

  return (
    <section
      className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6"
      aria-labelledby="latest"
    >
      <OrderNews {...{ status, said }}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{orderTexts.numbered(number)}</span>
          <TableBadge status={status} />
          <When at={date} className="text-sm text-muted" />
        </p>
      </OrderNews>
      <div className="flex flex-wrap items-center gap-3">
        {pictures.map(({ productid, choice, producttitle, image }) => (
          <img
            key={`${productid} ${choice}`}
            className="size-14 rounded-field bg-base-200 object-contain"
            src={`/uploads/${thumbnailFile(image)}`}
            alt={producttitle}
            width="56"
            height="56"
          />
        ))}
        <p>
          <b>{orderTexts.itemsFor(units, formatPaise(amount))}</b>
          <span className="grid text-sm text-muted">
            {payment === 'cod' ? orderTexts.payRider : orderTexts.paid}
          </span>
        </p>
      </div>
      <p className="text-sm text-muted">
        {orderTexts.deliverTo}: {address}, {city} {zipcode}
      </p>
      <p className="grid gap-3 sm:flex">
        <a className="btn h-auto min-h-11 py-2 btn-primary" href={`/orders/${_id}`}>
          <Icon of={truck} />
          {orderTexts.track}
        </a>
        {shopPhone && (
          <a className="btn h-auto min-h-11 py-2" href={phoneLink(shopPhone)}>
            <Icon of={phone} />
            {orderTexts.callShop}
          </a>
        )}
      </p>
    </section>
  )
}
