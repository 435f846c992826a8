import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'
import { isUnpacked } from './allocation.ts'
import { lockStockOf } from './lock-stock.ts'
import { type ChangedStock, restock } from './stock.ts'

/** What happens to sold units that are not delivered: back on the shelf, or written off. */
export type Disposition = 'back' | 'lost'

/**
 * Returns all that is left of a sale to the shelf, or writes it off; units returned before stay returned. A
 * repeat changes nothing, as the row's state tells.
 */
export async function returnUnits(
  trx: Trx,
  attemptId: string,
  now: number,
  fate: Disposition = 'back',
): Promise<ChangedStock[]> {
  await lockStockOf(trx, attemptId, 'sold')
  const sold = await trx
    .updateTable('stock_hold')
    .set((eb) => ({ quantity: eb.ref('quantity') }))
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'sold')
    .returningAll()
    .execute()
  const isCounted = sold.some(({ missing }) => missing > 0) && (await isUnpacked(trx, attemptId))
  const units = sold
    .map((row) => ({
      ...{ position: row.position, productId: row.product_id, packLabel: row.pack_label },
      quantity: row.quantity - row.back_quantity - row.lost_quantity,
      missing: isCounted ? row.missing : 0,
    }))
    .filter(({ quantity }) => quantity > 0)
  const rest = sql<number>`quantity - back_quantity - lost_quantity`
  await trx
    .updateTable('stock_hold')
    .set((eb) => ({
      state: 'returned',
      ...(fate === 'back'
        ? { back_quantity: eb('back_quantity', '+', rest) }
        : { lost_quantity: eb('lost_quantity', '+', rest) }),
    }))
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'sold')
    .execute()
  return fate === 'back' ? restock(trx, attemptId, units, 'return', now) : []
}

/** The same for some units of one line, whose product is locked. */
export async function returnSome(
  trx: Trx,
  attemptId: string,
  { position, quantity }: { position: number; quantity: number },
  fate: Disposition,
  now: number,
): Promise<ChangedStock[]> {
  const row = await trx
    .selectFrom('stock_hold')
    .select(['product_id', 'pack_label', 'missing'])
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .where('state', '=', 'sold')
    .executeTakeFirst()
  if (!row) return []
  // Missing units are taken first, as only units that exist come back. What is packed does exist (I3).
  const isCounted = row.missing > 0 && (await isUnpacked(trx, attemptId))
  const missing = isCounted ? Math.min(row.missing, quantity) : 0
  const column = fate === 'back' ? 'back_quantity' : 'lost_quantity'
  await trx
    .updateTable('stock_hold')
    .set((eb) => ({ [column]: eb(column, '+', quantity), missing: row.missing - missing }))
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .execute()
  if (fate === 'lost') return []
  const unit = { position, productId: row.product_id, packLabel: row.pack_label }
  return restock(trx, attemptId, [{ ...unit, quantity, missing }], 'return', now)
}
