import type { ShownOrder } from '#lib/server/counter/show-order.ts'
import { UsageError } from '../verb.ts'

/**
 * The input of `orders elsewhere`: the refund that `--refund` numbers, as `orders show` does, or else the only one
 * that can be given back by hand.
 * @throws UsageError if none or several can, or the number is of no refund
 */
export function askElsewhere(
  { order, refunds }: ShownOrder,
  { refund: which, ...said }: Record<string, string | undefined>,
): Record<string, unknown> {
  const open = refunds.filter(({ canGiveElsewhere }) => canGiveElsewhere)
  const index = which !== undefined && /^\d{1,4}$/.test(which) ? Number(which) : -1
  const given = which === undefined && open.length === 1 ? open[0] : refunds[index]
  if (given) return { ...said, refund: given.id }
  if (which !== undefined || open.length > 1) {
    throw new UsageError(
      'orders elsewhere: --refund is the number of a refund that orders show lists.',
    )
  }
  throw new UsageError(
    `orders elsewhere: no refund of order ${order.number} was refused by the payment provider.`,
  )
}
