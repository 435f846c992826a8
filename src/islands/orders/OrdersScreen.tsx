import { useState } from 'react'
import { EmptyList } from '#islands/kit/EmptyList.tsx'
import { useLive } from '#islands/wake/use-live.ts'
import type { Order } from '#lib/checkout/order.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'
import { LatestOrder, type LatestOrderProps } from './LatestOrder.tsx'
import { OrderPages } from './OrderPages.tsx'
import { OrderList } from './OrderList.tsx'
import { ProductsDialog } from './ProductsDialog.tsx'

type Props = {
  orders: Order[]
  page: number
  totalPages: number
  /** The order under way, shown above the table. */
  latest: LatestOrderProps | undefined
}

/** Orders (S-087): first the one under way, then the table of all. */
export function OrdersScreen({ orders, page, totalPages, latest }: Props) {
  const live = useLive<HTMLDivElement>()
  const [viewed, view] = useState<Order>()

  return (
    <div ref={live} className="mt-4 grid grid-cols-1 gap-6">
      {latest && <LatestOrder {...latest} />}
      {orders.length > 0 ? (
        <div className="grid gap-4">
          <OrderList orders={orders} onView={view} />
          <OrderPages {...{ page, totalPages }} />
        </div>
      ) : (
        <EmptyList text={orderTexts.none} lead={orderTexts.noneLead} />
      )}
      {viewed && <ProductsDialog order={viewed} onClose={() => view(undefined)} />}
    </div>
  )
}
