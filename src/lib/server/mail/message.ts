import type { Job } from '#lib/server/jobs/queue.ts'

/** A mail with the headers that are the same at every try. */
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

/** What a message is fixed by, so that a job that is done twice sends the same one (F08). */
export type MailJob = Pick<Job, 'id' | 'created_at'>

export type Mailer = {
  send: (message: Message, job: MailJob) => Promise<void>
  close: () => void
}
