import { join } from 'node:path'
import type { JobHandler } from '#lib/server/jobs/queue.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { writeWhole } from './outbox.ts'

/** A short message to a telephone. */
type PhoneMessage = {
  /** Stays the same for a repeat. */
  id: string
  to: string
  text: string
  at: Date
}

/** What brings short messages: a provider of SMS or of WhatsApp. A repeat under the same id is no second one. */
type Messenger = {
  channel: 'sms' | 'whatsapp'
  send: (message: PhoneMessage) => Promise<void>
}

/** Sends what waits in the queue, by the way that MESSAGES names; without one nothing is sent. */
export function openMessenger({ messages, dataDir }: Pick<Settings, 'messages' | 'dataDir'>): {
  handle: JobHandler<'message'>
} {
  const messenger = messages === 'off' ? undefined : outboxOf(messages, dataDir)
  return {
    handle: async ({ id, payload: { to, text }, created_at }) =>
      messenger?.send({ id, to, text, at: new Date(created_at) }),
  }
}

/** Writes each message as a file into DATA_DIR/outbox, where mails without SMTP lie too. */
function outboxOf(channel: Messenger['channel'], dataDir: string): Messenger {
  return {
    channel,
    async send({ id, to, text, at }) {
      const time = at.toISOString().replaceAll(/[:.]/g, '-')
      const file = join(dataDir, 'outbox', `${time}-${id}.${channel}.json`)
      await writeWhole(file, Buffer.from(`${JSON.stringify({ channel, to, text, at })}\n`))
    },
  }
}
