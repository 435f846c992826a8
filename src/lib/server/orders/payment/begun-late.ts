import { HOUR_MS, MINUTE_MS } from '#lib/server/durations.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Attempt } from '#lib/server/orders/attempts.ts'

/** For three days a failed payment may still succeed (P5, F12). */
export const ASK_FOR_MS = 72 * HOUR_MS
/** Who still has the payment window open when the hold ends may press Pay in it. */
const GRACE_MS = 15 * MINUTE_MS

/**
 * Whether a payment was begun too late for the price that its attempt stored: three days after it, or after the hold
 * while a line costs more by now. The gateway's order stays payable for ever, so a price that was mistyped, or is over,
 * could otherwise be kept for later (F22). How late the money arrives does not matter.
 */
export async function isBegunTooLate(
  trx: Trx,
  attempt: Attempt,
  begunAt: number,
): Promise<boolean> {
  if (begunAt > attempt.created_at + ASK_FOR_MS) return true
  return begunAt > attempt.hold_until + GRACE_MS && (await isDearer(trx, attempt))
}

/** Whether a line costs more now than the attempt stored. What is not sold any more cannot be held again anyway. */
async function isDearer(trx: Trx, { id }: Attempt): Promise<boolean> {
  const dearer = await trx
    .selectFrom('attempt_line')
    .innerJoin('product', 'product.id', 'attempt_line.product_id')
    .leftJoin('pack', (join) =>
      join
        .onRef('pack.product_id', '=', 'attempt_line.product_id')
        .onRef('pack.label', '=', 'attempt_line.pack_label'),
    )
    .select('attempt_line.position')
    .where('attempt_line.attempt_id', '=', id)
    .where((eb) =>
      eb(
        eb.fn.coalesce('pack.price_paise', 'product.price_paise'),
        '>',
        eb.ref('attempt_line.price_paise'),
      ),
    )
    .executeTakeFirst()
  return dearer !== undefined
}
