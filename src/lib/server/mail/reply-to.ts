import { replyToSchema } from '#lib/server/jobs/kinds.ts'
import type { Mail } from './queue-mail.ts'

/** Has answers to a mail go to the shop's own address, if it has a valid one. */
export function replyToShop({
  name,
  email: address,
}: {
  name: string
  email: string
}): Pick<Mail, 'replyTo'> {
  const replyTo = replyToSchema.safeParse({ name: name.slice(0, 100), address })
  return replyTo.success ? { replyTo: replyTo.data } : {}
}
