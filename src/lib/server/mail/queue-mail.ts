import type { Db } from '#lib/server/database/schema.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import { type Mail, mailSchema } from './mail.ts'

/**
 * Queues a mail in the transaction of what it tells about; a worker sends it, so that no request
 * waits for SMTP (F42).
 * @throws when an address or the subject could be read as something else (A06)
 */
export function queueMail(trx: Db, mail: Mail): Promise<string> {
  return queueJob(trx, 'mail', mailSchema.parse(mail))
}
