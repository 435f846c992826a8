import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import type { Actor } from '#lib/server/orders/record-order-action.ts'
import { addEntry, replaceEntry } from './cash.ts'
import { dueOf } from './counter.ts'
import { isTaken, readTaken, sumClaimed, sumTaken, type TakenEntry } from './taken.ts'

/** Money that is handed back in the way it came. */
export type Returned = { how: 'cash' | 'upi'; paise: number }

/** Records that all the money taken was handed back to the buyer, each part the way it came; once. */
export async function returnMoney(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  now: number,
): Promise<Returned[]> {
  const taken = await readTaken(trx, order.id)
  return handBack(trx, order, actor, taken, sumTaken(taken), now)
}

/**
 * Fits the records of money to a total that has become less: what was short of it is so no more, and what was taken
 * beyond it is handed back; or, if it was never collected, the records were wrong and are corrected.
 */
export async function fitMoney(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  now: number,
  beyond: 'returned' | 'never' = 'returned',
): Promise<Returned[]> {
  if (beyond === 'never') await lowerTaken(trx, order, actor, now)
  const taken = await readTaken(trx, order.id)
  await forgiveShort(trx, order, taken)
  return handBack(trx, order, actor, taken, sumTaken(taken) - dueOf(order), now)
}

/**
 * Corrects records of money, none below what was given back in its way, until they add up to the total: the last ones
 * first, of cash before those of UPI, which a bank's list shows.
 */
async function lowerTaken(trx: Trx, order: OrderRow, actor: Actor, now: number): Promise<void> {
  const taken = await readTaken(trx, order.id)
  let left = sumTaken(taken) - dueOf(order)
  const kept = {
    cash: sumTaken(taken.filter(({ how }) => how === 'cash')),
    upi: sumTaken(taken.filter(({ how }) => how === 'upi')),
  }
  const ofBank = ({ how, reference }: TakenEntry) => (how === 'cash' ? 0 : reference === '' ? 1 : 2)
  const lastFirst = taken.filter(isTaken).toReversed()
  for (const entry of lastFirst.toSorted((one, other) => ofBank(one) - ofBank(other))) {
    const paise = Math.min(left, entry.amount_paise, kept[entry.how])
    if (paise <= 0) continue
    left -= paise
    kept[entry.how] -= paise
    const right = { ...entry, amount_paise: entry.amount_paise - paise }
    await replaceEntry(trx, order, actor, entry, right, now)
  }
}

/** In the book of its day, as is a correction: what the buyer did not keep was never due. */
async function forgiveShort(
  trx: Trx,
  order: OrderRow,
  taken: readonly TakenEntry[],
): Promise<void> {
  let off = sumClaimed(taken) - Math.max(dueOf(order), sumTaken(taken))
  for (const { id, kind, due_paise, amount_paise } of taken) {
    const paise = kind === 'taken' ? Math.min(off, due_paise - amount_paise) : 0
    if (paise <= 0) continue
    off -= paise
    await trx
      .updateTable('cash_entry')
      .set({ due_paise: due_paise - paise })
      .where('id', '=', id)
      .execute()
  }
}

/** Records that money left the till or the shop's UPI account: up to a sum, cash first, and no more than came so. */
async function handBack(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  taken: readonly TakenEntry[],
  mostPaise: number,
  now: number,
): Promise<Returned[]> {
  const returned: Returned[] = []
  let left = mostPaise
  for (const how of ['cash', 'upi'] as const) {
    const paise = Math.min(left, sumTaken(taken.filter((entry) => entry.how === how)))
    if (paise <= 0) continue
    left -= paise
    const back = { kind: 'returned' as const, how, due_paise: paise, amount_paise: paise }
    await addEntry(trx, order, actor, { ...back, rider: '', reference: '' }, now)
    returned.push({ how, paise })
  }
  return returned
}

/** Records that a refused refund of an online payment left the till or the shop's UPI account (P15). */
export async function noteGivenBack(
  trx: Trx,
  order: Pick<OrderRow, 'id'>,
  actor: Actor,
  given: { refund: string; how: 'cash' | 'upi'; reference: string; amountPaise: number },
  now: number,
): Promise<void> {
  const { refund: refund_id, how, reference, amountPaise: paise } = given
  const back = { kind: 'returned' as const, due_paise: paise, amount_paise: paise, refund_id }
  await addEntry(trx, order, actor, { ...back, how, reference, rider: '' }, now)
}

/** Takes the record of a refund given back by hand out of the book, as it is being corrected. */
export async function undoGivenBack(trx: Trx, refundId: string, now: number): Promise<void> {
  await trx
    .updateTable('cash_entry')
    .set({ undone_at: now })
    .where('refund_id', '=', refundId)
    .where('undone_at', 'is', null)
    .execute()
}
