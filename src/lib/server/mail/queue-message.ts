import type { Db } from '#lib/server/database/schema.ts'
import { PAYLOADS } from '#lib/server/jobs/kinds.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/** Ten digits are of India; a number that says its country keeps it. */
function internationalOf(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '').replace(/^0+/, '')
  return `+${!phone.trim().startsWith('+') && digits.length === 10 ? '91' : ''}${digits}`
}

/**
 * Queues a short message in the transaction of what it tells about, as mails are. What is no telephone
 * number gets none.
 */
export async function queueMessage(trx: Db, phone: string, text: string): Promise<void> {
  const payload = PAYLOADS.message.safeParse({ to: internationalOf(phone), text })
  if (payload.success) await queueJob(trx, 'message', payload.data)
}
