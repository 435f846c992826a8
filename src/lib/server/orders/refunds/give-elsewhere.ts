import { type GivenHow, wayKey } from '#lib/counter/order-actions.ts'
import type { Result } from '#lib/result.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { lockOrderOf } from '../lock-order.ts'
import { disputedPaise } from './disputes.ts'
import { isRefused, lockPayment, refundsOf } from './refund-rows.ts'
import { finishRefund } from './settle-refund.ts'

type Way = { how: GivenHow; reference: string }
/**
 * How money went back without the provider, with which reference or note, and who says so; `recorded` is the way to
 * be corrected, as `wayKey` names it.
 */
type Given = Way & { by: string; recorded: string }
/** What has changed by it: nothing if it was said before; `before` is the way that was corrected, `at` when it was given. */
type Told =
  | { amountPaise: number; kind: 'new' | 'same' }
  | { amountPaise: number; kind: 'corrected'; before: Way; at: number }

/**
 * Completes a refund that the provider refused, as the owner gave the money back without it; it is never asked
 * for again (P15). Said again in the same words, it changes nothing; how it was given can be corrected.
 * @returns its amount, and what is news; or `wentBack` if the provider has refunded it after all,
 * `underWay` if it may yet do so, `disputed` if a bank holds or took it, and `changed` if there is no such refund any more or it was given otherwise
 */
export async function giveElsewhere(
  trx: Trx,
  paymentId: string,
  refundId: string,
  { recorded, by, ...way }: Given,
  now: number,
): Promise<Result<Told, 'changed' | 'underWay' | 'wentBack' | 'disputed'>> {
  await lockOrderOf(trx, { id: paymentId })
  const payment = await lockPayment(trx, { id: paymentId })
  const asked = (await refundsOf(trx, paymentId)).find(({ id }) => id === refundId)
  if (!payment || !asked) return CHANGED
  const amountPaise = asked.amount_paise
  const said = { given_how: way.how, given_reference: way.reference, given_by: by }
  if (asked.given_how !== null) {
    const before = { how: asked.given_how, reference: asked.given_reference }
    if (wayKey(before) === wayKey(way)) return { ok: true, value: { amountPaise, kind: 'same' } }
    if (wayKey(before) !== recorded) return CHANGED
    await trx.updateTable('refund').set(said).where('id', '=', refundId).execute()
    const at = asked.done_at ?? now
    return { ok: true, value: { amountPaise, kind: 'corrected', before, at } }
  }
  if (recorded !== '') return CHANGED
  if (asked.state === 'processed' || payment.state === 'refunded')
    return { ok: false, error: 'wentBack' }
  // A bank that takes it would pay the buyer a second time (P22).
  if ((await disputedPaise(trx, payment)) > 0) return { ok: false, error: 'disputed' }
  if (!isRefused(asked)) return UNDER_WAY
  // Guarded, as a try that begins now locks nothing but the refund itself.
  const given = await trx
    .updateTable('refund')
    .set({ state: 'processed', done_at: now, ...said })
    .where('id', '=', refundId)
    .where('state', '=', asked.state)
    .where('tries', '=', asked.tries)
    .returning('id')
    .executeTakeFirst()
  if (!given) return UNDER_WAY
  await finishRefund(trx, payment, asked, now)
  return { ok: true, value: { amountPaise, kind: 'new' } }
}

const UNDER_WAY = { ok: false, error: 'underWay' } as const
const CHANGED = { ok: false, error: 'changed' } as const
