import { createHash } from 'node:crypto'
import type { ContactLetter } from '#lib/account/contact.ts'
import type { Shop } from '#lib/shop.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { queueMail } from '#lib/server/mail/queue-mail.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import { contactTexts } from '#lib/texts/page/contact.ts'

/**
 * Stores a visitor's message and queues it as a mail to the shop, both or neither. The same message again on
 * the same day, or under the same key, is ignored.
 */
export async function receiveMessage(
  db: Db,
  letter: ContactLetter,
  shop: Shop,
  key: string | undefined,
): Promise<void> {
  const now = Date.now()
  const id = messageId(letter, key ?? new Date(now).toISOString().slice(0, 10))
  await inTransaction(db, async (trx) => {
    const { name, email, message } = letter
    const kept = await trx
      .insertInto('contact_message')
      .values({ id, name, email, message, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    const to = mailAddressSchema.safeParse(shop.email)
    if (kept && to.success) await queueMail(trx, mailOf(letter, shop, to.data))
    return { ok: true, value: undefined }
  })
}

function messageId({ name, email, message }: ContactLetter, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([key, email, name, message]))
    .digest('base64url')
}

function mailOf({ name, email, message }: ContactLetter, shop: Shop, to: string) {
  const replyTo = mailAddressSchema.safeParse(email)
  const title = contactTexts.mailTitle(name)
  return {
    to,
    ...(replyTo.success && { replyTo: { name, address: replyTo.data } }),
    subject: title,
    ...writeMail({
      title,
      paragraphs: [contactTexts.mailFrom(name, email, shop.name)],
      quote: message,
      sender: contactTexts.mailAnswer,
    }),
  }
}
