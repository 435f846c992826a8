import { PAYLOADS } from '#lib/server/jobs/kinds.ts'
import type { JobHandler } from '#lib/server/jobs/queue.ts'
import { type Mail, SHOP_ADDRESS } from './queue-mail.ts'
import type { MailJob, Message } from './message.ts'
import { openOutbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'

export type MailSettings = {
  smtpUrl: string | undefined
  mailFrom: string
  publicUrl: URL
  dataDir: string
}

/** Sends one mail for a job; repeating the job sends the same mail (F08). */
export type SendMail = (mail: Mail, job: MailJob) => Promise<void>

/** Sends queued mails through SMTP_URL, or writes them as .eml files to DATA_DIR/outbox. */
export function openMailer(settings: MailSettings): {
  handle: JobHandler<'mail'>
  send: SendMail
  close: () => void
} {
  const { smtpUrl, dataDir } = settings
  const mailer = smtpUrl === undefined ? openOutbox(dataDir) : openSmtp(smtpUrl)
  const send: SendMail = async (given, job) => {
    const { expiresAt, isTyped: _, ...mail } = PAYLOADS.mail.parse(given)
    if (expiresAt !== undefined && expiresAt <= Date.now()) return
    await mailer.send(messageOf(mail, job, settings), job)
  }
  return {
    handle: (job) => send(job.payload, job),
    send,
    close: mailer.close,
  }
}

/**
 * The complete message. Its id and date come from the job, so that a mail sent twice after a crash is
 * recognised as the same (F08).
 */
function messageOf(
  { replyTo, text, html, leave, ...mail }: Omit<Mail, 'expiresAt' | 'isTyped'>,
  job: MailJob,
  { mailFrom, publicUrl }: MailSettings,
): Message {
  const addressed = (body: string) => body.replaceAll(SHOP_ADDRESS, publicUrl.origin)
  return {
    ...mail,
    text: addressed(text),
    html: addressed(html),
    ...(replyTo && { replyTo }),
    from: mailFrom,
    messageId: `<${job.id}@${publicUrl.hostname}>`,
    date: new Date(job.created_at),
    headers: { 'Auto-Submitted': 'auto-generated', ...(leave && leaveHeaders(leave, addressed)) },
  }
}

/**
 * The headers for the mail program's own button to unsubscribe with one click (RFC 8058); older programs write a mail
 * to the shop instead (RFC 2369).
 */
function leaveHeaders(
  { href, mailto }: NonNullable<Mail['leave']>,
  addressed: (text: string) => string,
): Record<string, string> {
  const shop = mailto?.replaceAll(/[^\w.@+-]/g, encodeURIComponent)
  const ways = [addressed(href), ...(shop ? [`mailto:${shop}?subject=unsubscribe`] : [])]
  return {
    'List-Unsubscribe': ways.map((way) => `<${way}>`).join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
