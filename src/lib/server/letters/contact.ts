import { createHash } from 'node:crypto'
import type { ContactLetter } from '#lib/account/contact.ts'
import type { Shop } from '#lib/shop.ts'
import { ACCOUNT_RULES, type AccountLimits } from '#lib/server/accounts/limits.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { type Mail, queueMail } from '#lib/server/mail/queue-mail.ts'
import { replyToShop } from '#lib/server/mail/reply-to.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import { contactTexts } from '#lib/texts/page/contact.ts'
import { letterTexts } from '#lib/texts/page/desk-letters.ts'
import { letterNumber } from './letter-number.ts'

/** The id of a letter: the same again on the same day, or under the same key, has the same. */
export function letterId({ name, email, message }: ContactLetter, key: string | undefined) {
  const sent = key ?? new Date().toISOString().slice(0, 10)
  return createHash('sha256')
    .update(JSON.stringify([sent, email, name, message]))
    .digest('base64url')
}

/**
 * Stores a letter and queues it as a mail to the shop, with a mail to the writer that names its number,
 * all or nothing (G38). One that is there already is ignored. A writer gets only a few such mails an hour, which do not
 * count as `typedMail`: letters in a buyer's name must not use up the mails about that buyer's orders (H10).
 */
export async function receiveLetter(
  db: Db,
  id: string,
  letter: ContactLetter,
  shop: Shop,
  limits: AccountLimits | undefined,
): Promise<void> {
  const now = Date.now()
  await inTransaction(db, async (trx) => {
    const { name, email, message } = letter
    const kept = await trx
      .insertInto('contact_message')
      .values({ id, name, email, message, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) return { ok: true, value: undefined }
    const number = letterNumber(id)
    const to = mailAddressSchema.safeParse(shop.email)
    if (to.success) await queueMail(trx, mailOf(letter, number, shop, to.data))
    const writer = mailAddressSchema.safeParse(email)
    if (!writer.success || !limits) return { ok: true, value: undefined }
    const wait = await limits.takeWithin(trx, [[ACCOUNT_RULES.thanksMail, writer.data]])
    if (wait === 0) await queueMail(trx, thanksTo(writer.data, number, shop))
    return { ok: true, value: undefined }
  })
}

/** Says that a letter has come. It repeats nothing of it, as anybody may type a stranger's address. */
function thanksTo(to: string, number: string, shop: Shop): Mail {
  const { name, email } = shop
  const title = contactTexts.thanksTitle(number)
  return {
    ...{ to, ...replyToShop(shop), subject: title },
    ...writeMail({
      title,
      paragraphs: [contactTexts.thanks(name, number), contactTexts.thanksNot],
      sender: [name, email].filter((part) => part !== '').join(', '),
    }),
  }
}

function mailOf(
  { name, email, message }: ContactLetter,
  number: string,
  shop: Shop,
  to: string,
): Mail {
  const replyTo = mailAddressSchema.safeParse(email)
  const title = contactTexts.mailTitle(name)
  return {
    to,
    ...(replyTo.success && { replyTo: { name, address: replyTo.data } }),
    subject: title,
    ...writeMail({
      title,
      paragraphs: [letterTexts.numbered(number), contactTexts.mailFrom(name, email, shop.name)],
      quote: message,
      sender: contactTexts.mailAnswer,
    }),
  }
}
