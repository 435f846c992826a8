import type { GivenHow } from '#lib/counter/order-actions.ts'
import type { Result } from '#lib/result.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { lockOrderOf } from '../lock-order.ts'
import { isRefused, lockPayment, refundsOf } from './refund-rows.ts'
import { finishRefund } from './settle-refund.ts'

/** How money went back without the provider, with which reference or note, and who says so. */
type Given = { how: GivenHow; reference: string; by: string }

/**
 * Completes a refund that the provider refused, as the owner gave the money back without it; it is never asked
 * for again (P15). Said again in the same words, it changes nothing.
 * @returns its amount, and whether this is news; or `wentBack` if the provider has refunded it after all,
 * `underWay` if it may yet do so, and `changed` if there is no such refund any more or it was given otherwise
 */
export async function giveElsewhere(
  trx: Trx,
  paymentId: string,
  refundId: string,
  { how, reference, by }: Given,
  now: number,
): Promise<Result<{ amountPaise: number; isNew: boolean }, 'changed' | 'underWay' | 'wentBack'>> {
  await lockOrderOf(trx, { id: paymentId })
  const payment = await lockPayment(trx, { id: paymentId })
  const asked = (await refundsOf(trx, paymentId)).find(({ id }) => id === refundId)
  if (!payment || !asked) return CHANGED
  const amountPaise = asked.amount_paise
  if (asked.given_how !== null) {
    const isSame = asked.given_how === how && asked.given_reference === reference
    return isSame ? { ok: true, value: { amountPaise, isNew: false } } : CHANGED
  }
  if (asked.state === 'processed' || payment.state === 'refunded')
    return { ok: false, error: 'wentBack' }
  if (!isRefused(asked)) return UNDER_WAY
  // Guarded, as a try that begins now locks nothing but the refund itself.
  const given = await trx
    .updateTable('refund')
    .set({ state: 'processed', done_at: now })
    .set({ given_how: how, given_reference: reference, given_by: by })
    .where('id', '=', refundId)
    .where('state', '=', asked.state)
    .where('tries', '=', asked.tries)
    .returning('id')
    .executeTakeFirst()
  if (!given) return UNDER_WAY
  await finishRefund(trx, payment, asked, now)
  return { ok: true, value: { amountPaise, isNew: true } }
}

const UNDER_WAY = { ok: false, error: 'underWay' } as const
const CHANGED = { ok: false, error: 'changed' } as const
