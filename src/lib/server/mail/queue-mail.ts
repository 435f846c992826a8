import type { Trx } from '#lib/server/database/schema.ts'
import { PAYLOADS, type Payloads } from '#lib/server/jobs/kinds.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/** Placeholder for the shop's own address, for code that writes mails without knowing it; the mailer replaces it. */
export const SHOP_ADDRESS = 'https://shop.invalid'

/** A queued mail. */
export type Mail = Payloads['mail']

/**
 * Queues a mail in the transaction of the change that it is about; a worker sends it, so that no request
 * waits for SMTP (F42).
 * @throws when an address or the subject could be misread (A06)
 */
export function queueMail(trx: Trx, mail: Mail): Promise<string> {
  return queueJob(trx, 'mail', PAYLOADS.mail.parse(mail))
}
