import type { Trx } from '#lib/server/database/schema.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/** Queues the notice of a new order to the shop; call it in the transaction that makes the order. */
export async function announceOrder(trx: Trx, orderId: string, round = 0): Promise<void> {
  await queueJob(trx, 'new-order', { orderId, round })
}
