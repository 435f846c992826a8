import { resetPath } from '#lib/account/next-path.ts'
import type { Shop } from '#lib/shop.ts'
import { replyToShop } from '#lib/server/mail/reply-to.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import { accountMails } from '#lib/texts/page/mails-account.ts'

/** The purpose of a mail about an account, and the secret that it carries. */
export type AccountLetter =
  | { about: 'verify'; code: string }
  | { about: 'reset'; token: string; next: string }
  | { about: 'taken' }
  | { about: 'changed' }

type Context = { shop: Shop; settings: { publicUrl: URL } }

/**
 * Writes a mail about an account. It never contains a name, which a stranger may have typed before the owner
 * of the address confirmed it (A06, T19).
 */
export function writeAccountMail(letter: AccountLetter, { shop, settings }: Context) {
  const { origin } = settings.publicUrl
  const { title, paragraphs, action } = textOf(letter, shop.name)
  const href = origin + pathOf(letter)
  return {
    ...replyToShop(shop),
    subject: title,
    ...writeMail({
      title,
      paragraphs: [accountMails.hello, ...paragraphs],
      action: { label: action, href },
      sender: [shop.name, shop.email].filter((part) => part !== '').join(', '),
    }),
  }
}

function textOf(letter: AccountLetter, shop: string) {
  return letter.about === 'verify'
    ? accountMails.verify(letter.code, shop)
    : accountMails[letter.about](shop)
}

function pathOf(letter: AccountLetter): string {
  if (letter.about === 'verify') return '/verifyotp'
  // In the fragment, which browsers never send to servers, logs or other sites (A39).
  return letter.about === 'reset' ? `${resetPath(letter.next)}#token=${letter.token}` : '/forgot'
}
