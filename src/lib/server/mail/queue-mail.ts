import type { Db } from '#lib/server/database/schema.ts'
import { PAYLOADS, type Payloads } from '#lib/server/jobs/kinds.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'

/**
 * Stands for the shop's own address where a mail is written by whom does not know it: the mailer, who does,
 * puts it in.
 */
export const SHOP_ADDRESS = 'https://shop.invalid'

/** A mail as it waits in the queue. */
export type Mail = Payloads['mail']

/**
 * Queues a mail in the transaction of what it tells about; a worker sends it, so that no request
 * waits for SMTP (F42).
 * @throws when an address or the subject could be read as something else (A06)
 */
export function queueMail(trx: Db, mail: Mail): Promise<string> {
  return queueJob(trx, 'mail', PAYLOADS.mail.parse(mail))
}
