import { ORDER_ACTIONS, wayKey } from '#lib/counter/order-actions.ts'
import type { ShownOrder } from '#lib/server/counter/show-order.ts'
import { elsewhereTexts, refundStateText } from '#lib/texts/page/elsewhere.ts'
import { UsageError } from '../verb.ts'

type Said = Record<string, string | undefined>
type Refund = ShownOrder['refunds'][number]

/**
 * The input of `orders elsewhere`: the refund that `--refund` numbers, as `orders show` does, or else the only one.
 * Of several one must be named, so that a repeat never takes the next. Named, one that is recorded is corrected.
 * @throws UsageError if it is not clear which is meant, none was refused, or the only one is recorded otherwise
 */
export function askElsewhere(
  { order, refunds }: ShownOrder,
  { refund: which, ...said }: Said,
): Record<string, unknown> {
  const isOpen = (one: Refund) => one.canGiveElsewhere || one.given_how !== null
  if (which === undefined && !refunds.some(isOpen)) {
    throw new UsageError(
      `orders elsewhere: no refund of order ${order.number} was refused by the payment provider.`,
    )
  }
  const index = which !== undefined && /^\d{1,4}$/.test(which) ? Number(which) : -1
  const refund = which === undefined && refunds.length === 1 ? refunds[0] : refunds[index]
  if (!refund) {
    throw new UsageError(
      'orders elsewhere: --refund is the number of a refund that orders show lists.',
    )
  }
  const recorded = recordedWay(refund)
  const input = { ...said, refund: refund.id }
  if (recorded === undefined || isSaid(recorded, said)) return input
  if (which === undefined) {
    throw new UsageError(
      `orders elsewhere: this is already recorded, ${refundStateText(refund)}. To correct that, add --refund 0.`,
    )
  }
  return { ...input, recorded }
}

/** What to say beside the result: that it was recorded before, or that the provider may have made it as well. */
export function elsewhereNote({ refunds }: ShownOrder, input: unknown): string | undefined {
  const said = ORDER_ACTIONS.elsewhere.safeParse(input).data
  const refund = refunds.find(({ id }) => id === said?.refund)
  if (!refund || !said) return undefined
  const recorded = recordedWay(refund)
  if (recorded !== undefined && recorded === wayKey(said))
    return `This is already recorded: ${refundStateText(refund)}.`
  return refund.canGiveElsewhere && refund.isUnsure ? elsewhereTexts.unsure : undefined
}

const recordedWay = ({ given_how: how, given_reference: reference }: Refund): string | undefined =>
  how === null ? undefined : wayKey({ how, reference })

const isSaid = (recorded: string, { how = '', reference = '' }: Said): boolean =>
  recorded === `${how} ${reference.trim()}`.trim()
