import type { Kysely } from 'kysely'
import type { Shop } from '#lib/shop.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { queueMail } from '#lib/server/mail/queue-mail.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import { newsletterMessages } from '#lib/texts/page/newsletter.ts'

/** Stores an address once and confirms it by mail; subscribing again looks the same. */
export async function subscribe(db: Kysely<Database>, email: string, shop: Shop): Promise<void> {
  await inTransaction(db, async (trx) => {
    const stored = await trx
      .insertInto('newsletter')
      .values({ email, created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('email')
      .executeTakeFirst()
    const to = mailAddressSchema.safeParse(email)
    if (stored && to.success) await queueMail(trx, confirmationOf(to.data, shop))
    return { ok: true, value: undefined }
  })
}

function confirmationOf(to: string, { name, email }: Shop) {
  const replyTo = mailAddressSchema.safeParse(email)
  const title = newsletterMessages.mailTitle(name)
  return {
    to,
    ...(replyTo.success && { replyTo: { name, address: replyTo.data } }),
    subject: title,
    ...writeMail({
      title,
      paragraphs: [newsletterMessages.mailText(name), newsletterMessages.mailStop],
      sender: [name, email].filter((part) => part !== '').join(', '),
    }),
  }
}
