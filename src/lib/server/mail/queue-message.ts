import type { Trx } from '#lib/server/database/schema.ts'
import { PAYLOADS, type Payloads, e164Schema } from '#lib/server/jobs/kinds.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/** A phone number and the country of the address that it was given with. */
export type Phone = { phone: string; country: string }

/**
 * A phone number in international form; undefined if it is none. Without a leading `+` or `00` it is a number of
 * India if that is the country; elsewhere it is unknown whose it would be.
 */
export function messageNumber({ phone, country }: Phone): string | undefined {
  const digits = phone.replaceAll(/\D/g, '')
  if (phone.trim().startsWith('+') || digits.startsWith('00'))
    return e164Schema.safeParse(`+${digits.replace(/^0+/, '')}`).data
  const indian = /^0?(?:91)?(\d{10})$/.exec(digits)?.[1]
  return country === 'India' && indian !== undefined ? `+91${indian}` : undefined
}

/**
 * Queues a text message in the transaction of the change that it is about, like a mail. Does nothing if nobody
 * can be reached by the phone number.
 */
export async function queueMessage(
  trx: Trx,
  phone: Phone,
  message: Omit<Payloads['message'], 'to'>,
): Promise<void> {
  const payload = PAYLOADS.message.safeParse({ to: messageNumber(phone), ...message })
  if (payload.success) await queueJob(trx, 'message', payload.data)
}
