import type { Shop } from '#lib/shop.ts'
import { addressSchema } from '#lib/server/jobs/kinds.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'

/** What a mail about an account is for, and the secret that it carries. */
export type AccountLetter =
  | { about: 'verify'; code: string }
  | { about: 'reset'; token: string }
  | { about: 'taken' }
  | { about: 'changed' }

type Context = { shop: Shop; settings: { publicUrl: URL } }

/**
 * The texts of mails about accounts. None of them says a name: a stranger may have typed it before the owner of
 * the mail confirmed it (A06, T19).
 */
export function writeAccountMail(letter: AccountLetter, { shop, settings }: Context) {
  const { origin } = settings.publicUrl
  const replyTo = addressSchema.safeParse(shop.email)
  const { title, paragraphs, action } = textOf(letter, shop.name, origin)
  return {
    ...(replyTo.success && { replyTo: { name: shop.name, address: replyTo.data } }),
    subject: title,
    ...writeMail({
      title,
      paragraphs: ['Hello,', ...paragraphs],
      ...(action && { action }),
      sender: [shop.name, shop.email].filter((part) => part !== '').join(', '),
    }),
  }
}

function textOf(letter: AccountLetter, shop: string, origin: string) {
  switch (letter.about) {
    case 'verify':
      return {
        title: `${letter.code} is your code for ${shop}`,
        paragraphs: [
          `Your code is ${letter.code}. It is valid for 10 minutes, and nobody from ${shop} will ever ask you for it.`,
          'Enter it in the browser where you chose your password; in any other you will be asked to choose a new one.',
          'If you did not ask for a code, you can ignore this email.',
        ],
        action: { label: 'Enter the code', href: `${origin}/verifyotp` },
      }
    case 'reset':
      return {
        title: `A new password for ${shop}`,
        paragraphs: [
          'Somebody (we hope it was you) asked to reset the password of your account. The link works once, for 30 minutes, and using it signs you out everywhere.',
          'If it was not you, you can ignore this email: your password stays as it is.',
        ],
        // After the #, which no server, log or other site ever gets (A39).
        action: { label: 'Choose a new password', href: `${origin}/reset#token=${letter.token}` },
      }
    case 'taken':
      return {
        title: `You already have an account at ${shop}`,
        paragraphs: [
          'Somebody (perhaps you) tried to sign up with this email, which already has an account. Nothing was changed.',
          'If you have forgotten your password, you can choose a new one.',
        ],
        action: { label: 'Choose a new password', href: `${origin}/forgot` },
      }
    case 'changed':
      return {
        title: `Your password for ${shop} was changed`,
        paragraphs: [
          'The password of your account was just changed.',
          'If it was not you, choose a new one at once and write to us.',
        ],
        action: { label: 'It was not me', href: `${origin}/forgot` },
      }
  }
}
