import type { Db } from '#lib/server/database/schema.ts'
import { PAYLOADS, e164Schema } from '#lib/server/jobs/kinds.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/** A phone number in international form; undefined if it is none. Ten digits without a country code are Indian. */
export function messageNumber(phone: string): string | undefined {
  const digits = phone.replaceAll(/\D/g, '').replace(/^0+/, '')
  const country = !phone.trim().startsWith('+') && digits.length === 10 ? '91' : ''
  return e164Schema.safeParse(`+${country}${digits}`).data
}

/**
 * Queues a text message in the transaction of the change that it is about, like a mail. Does nothing if the
 * phone number is invalid.
 */
export async function queueMessage(trx: Db, phone: string, text: string): Promise<void> {
  const payload = PAYLOADS.message.safeParse({ to: messageNumber(phone), text })
  if (payload.success) await queueJob(trx, 'message', payload.data)
}
