import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { type Job, type JobHandlers, queueJob } from '#lib/server/jobs/queue.ts'
import { mailAddressSchema, type Payloads } from '#lib/server/jobs/kinds.ts'
import type { SendMail } from '#lib/server/mail/mailer.ts'
import type { MailJob } from '#lib/server/mail/message.ts'
import type { Accounts } from './accounts.ts'
import { CODE_MS, codeOf, hashCode, hashToken, keepCode, LINK_MS, tokenOf } from './codes.ts'
import { fetchPhoto } from './google-photo.ts'
import { type AccountLetter, writeAccountMail } from './mails.ts'
import { removePicture } from './remove-picture.ts'

type Task = Payloads['account-mail']

/**
 * Queues a mail about an account. Whether it exists is looked up when the mail is written, so that a request
 * takes equally long for unknown addresses (A25).
 */
export function queueAccountMail(trx: Trx, task: Task): Promise<string> {
  return queueJob(trx, 'account-mail', task)
}

/** The handlers of jobs about accounts. */
export function accountJobs(
  accounts: Accounts,
  send: SendMail,
): JobHandlers<'account-mail' | 'google-photo' | 'remove-picture'> {
  return {
    'account-mail': (job) => mail(accounts, send, job),
    'google-photo': (job) => fetchPhoto(accounts, job),
    'remove-picture': (job) => removePicture(accounts.settings.dataDir, job),
  }
}

async function mail(accounts: Accounts, send: SendMail, job: Job<'account-mail'>): Promise<void> {
  const { about, email } = job.payload
  const { db, settings } = accounts
  const user = await db
    .selectFrom('user')
    .select(['id', 'email', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst()
  const to = mailAddressSchema.safeParse(user?.email)
  if (!user || !to.success || (about === 'verify' && user.email_verified)) return
  const expiresAt = expiry(about, job)
  // It would arrive too late to be of use (F42).
  if (expiresAt !== undefined && expiresAt <= Date.now()) return
  const letter = await letterOf(accounts, job.payload, user, job)
  if (!letter) return
  const shop = await new Catalogue(db).shop()
  const written = writeAccountMail(letter, { shop, settings })
  await send({ to: to.data, ...written, ...(expiresAt && { expiresAt }) }, job)
}

function expiry(about: Task['about'], { created_at }: MailJob): number | undefined {
  if (about === 'verify') return created_at + CODE_MS
  return about === 'reset' ? created_at + LINK_MS : undefined
}

/** What the mail says, unless a newer one was sent; the hash of a code or link is stored before it is mailed. */
async function letterOf(
  { db, sign }: Accounts,
  { about, next = '/' }: Task,
  { id: userId, email }: { id: string; email: string },
  job: MailJob,
): Promise<AccountLetter | undefined> {
  const { created_at: createdAt } = job
  if (about === 'verify') {
    const code = codeOf(sign, job.id)
    const hash = hashCode(sign, email, code)
    const kept = { userId, purpose: about, hash, createdAt, expiresAt: createdAt + CODE_MS }
    return (await keepCode(db, kept)) ? { about, code } : undefined
  }
  if (about === 'reset') {
    const token = tokenOf(sign, job.id)
    const hash = hashToken(sign, token)
    const kept = { userId, purpose: about, hash, createdAt, expiresAt: createdAt + LINK_MS }
    return (await keepCode(db, kept)) ? { about, token, next } : undefined
  }
  return { about }
}
