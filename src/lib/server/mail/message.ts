import type { Job } from '#lib/server/jobs/queue.ts'

/** A mail with all headers that are the same at every try. */
export type Message = {
  from: string
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
  headers: Record<string, string>
}

/** What fixes a message's id and date, so that a repeated job sends the same mail (F08). */
export type MailJob = Pick<Job, 'id' | 'created_at'>

export type Mailer = {
  send: (message: Message, job: MailJob) => Promise<void>
  close: () => void
}
