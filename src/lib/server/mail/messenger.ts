import { join } from 'node:path'
import type { Payloads } from '#lib/server/jobs/kinds.ts'
import type { JobHandler } from '#lib/server/jobs/queue.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { callSigned } from '#lib/server/signed-call.ts'
import { inName, keepMessage, outboxOf } from './outbox.ts'
import { SHOP_ADDRESS } from './queue-mail.ts'

/** A text message to a phone; the id is the same for a retry. */
type PhoneMessage = Payloads['message'] & { id: string; at: Date }

/** Sends a text message. A retry with the same id makes no second one. */
export type SendMessage = (message: PhoneMessage) => Promise<void>
type Channel = 'sms' | 'whatsapp'
type MessageSettings = Pick<
  Settings,
  'messages' | 'dataDir' | 'messagesUrl' | 'messagesSecret' | 'publicUrl'
>

/** Sends queued messages through the channel that MESSAGES names; nothing is sent if it is off. */
export function openMessenger(settings: MessageSettings): {
  send: SendMessage
  handle: JobHandler<'message'>
} {
  const { messages, dataDir, messagesUrl: url, messagesSecret: secret = '' } = settings
  let send: SendMessage = async () => {}
  if (messages !== 'off') {
    send = url === undefined ? intoOutbox(messages, dataDir) : serviceOf(messages, url, secret)
  }
  const addressed = (text: string) => text.replaceAll(SHOP_ADDRESS, settings.publicUrl.origin)
  const allAddressed = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, addressed(value)]))
  return {
    send,
    handle: ({ id, payload: { text, values, ...rest }, created_at }) =>
      send({
        ...{ ...rest, id, text: addressed(text), at: new Date(created_at) },
        ...(values && { values: allAddressed(values) }),
      }),
  }
}

/** Writes each message as a file to DATA_DIR/outbox, like mails without SMTP. */
function intoOutbox(channel: Channel, dataDir: string): SendMessage {
  return async ({ id, at, ...message }) => {
    const file = join(outboxOf(dataDir), `${inName(at)}-${id}.${channel}.json`)
    await keepMessage(file, Buffer.from(`${JSON.stringify({ channel, ...message, at })}\n`))
  }
}

/** Passes each message to the shop's messaging service. */
function serviceOf(channel: Channel, url: string, secret: string): SendMessage {
  return ({ at: _, ...message }) => callSigned({ url, secret }, message.id, { channel, ...message })
}
