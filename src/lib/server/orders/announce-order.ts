import type { Db } from '#lib/server/database/schema.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/** In the transaction that makes the order: the shop will be told of it. */
export async function announceOrder(trx: Db, orderId: string, round = 0): Promise<void> {
  await queueJob(trx, 'new-order', { orderId, round })
}
