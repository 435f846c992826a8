import type { Db } from '#lib/server/database/schema.ts'
import { PAYLOADS, phoneSchema } from '#lib/server/jobs/kinds.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/**
 * The number that a message goes to; undefined for what is none. Ten digits are of India; a number that says
 * its country keeps it.
 */
export function messageNumber(phone: string): string | undefined {
  const digits = phone.replaceAll(/\D/g, '').replace(/^0+/, '')
  const country = !phone.trim().startsWith('+') && digits.length === 10 ? '91' : ''
  return phoneSchema.safeParse(`+${country}${digits}`).data
}

/**
 * Queues a short message in the transaction of what it tells about, as mails are. What is no telephone
 * number gets none.
 */
export async function queueMessage(trx: Db, phone: string, text: string): Promise<void> {
  const payload = PAYLOADS.message.safeParse({ to: messageNumber(phone), text })
  if (payload.success) await queueJob(trx, 'message', payload.data)
}
