import { randomUUID } from 'node:crypto'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderActionTable } from '#lib/server/database/schema/counter.ts'

/** Who does something: somebody at the desk, the shopper or, without an id, the command line. */
export type Actor = { id: string | null; who: string }

/** The owner in a terminal. */
export const COMMAND_LINE: Actor = { id: null, who: 'command line' }

/** The name under which a buyer's own actions are recorded. */
export const CUSTOMER = 'the customer'

/** Records who did what, and how it was before and after. @returns the record's id */
export async function recordOrderAction(
  trx: Trx,
  order: { id: string },
  { id: user_id, who }: Actor,
  action: Pick<OrderActionTable, 'kind' | 'before' | 'after'> & { note?: string },
  now: number,
): Promise<string> {
  const { kind, before, after, note = '' } = action
  const id = randomUUID()
  await trx
    .insertInto('order_action')
    .values({
      ...{ id, order_id: order.id, user_id, who, kind, before, after, note },
      ...{ created_at: now, undone_at: null },
    })
    .execute()
  return id
}
