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

export type Mailer = { send: (message: Message, job: Job) => Promise<void>; close: () => void }
