import type { ReactNode } from 'react'
import { Icon } from '#islands/kit/Icon.tsx'
import { checkCircle, truck } from '#islands/kit/icons.ts'
import type { OrderStatus } from '#lib/checkout/order.ts'
import { orderTexts } from '#lib/texts/browser/orders.ts'

type Props = {
  status: OrderStatus
  /** A message of thanks, if the order has just been placed. */
  said: string | undefined
  Heading?: 'h2' | 'p'
  children: ReactNode
}

/** The state of an order under way in one sentence, with further details below. */
export function OrderNews({ status, said, Heading = 'h2', children }: Props) {
  return (
    <div className="flex items-start gap-3">
      <Icon of={said ? checkCircle : truck} className="size-10 shrink-0 text-success" />
      <div className="grid gap-1 wrap-anywhere">
        <Heading className="text-xl font-bold" id="latest">
          {said ?? orderTexts.latest[status]}
        </Heading>
        {children}
      </div>
    </div>
  )
}
