import type { Shop } from '#lib/shop.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { replyToShop } from '#lib/server/mail/reply-to.ts'
import { type Mail, SHOP_ADDRESS } from '#lib/server/mail/queue-mail.ts'
import { writeMail } from '#lib/server/mail/write-mail.ts'
import type { Sign } from '#lib/server/settings/signer.ts'
import { newsletterTexts } from '#lib/texts/page/newsletter.ts'
import { newsletterPath } from './newsletter-links.ts'

type About = { shop: Shop; sign: Sign; isConfirmed: boolean }

/** The first mail to an address: asks to confirm the subscription, or tells that it is confirmed (G30, G31). */
export function welcomeMail(to: string, { shop, sign, isConfirmed }: About): Mail {
  const { name, email } = shop
  const own = mailAddressSchema.safeParse(email)
  const title = newsletterTexts[isConfirmed ? 'mailTitle' : 'askTitle'](name)
  const text = newsletterTexts[isConfirmed ? 'mailText' : 'askText'](name)
  const confirm = SHOP_ADDRESS + newsletterPath('confirm', to, sign)
  const leave = SHOP_ADDRESS + newsletterPath('unsubscribe', to, sign)
  return {
    to,
    ...replyToShop(shop),
    leave: { href: leave, ...(own.success && { mailto: own.data }) },
    subject: title.slice(0, 150),
    ...(!isConfirmed && { isTyped: true }),
    ...writeMail({
      title,
      paragraphs: isConfirmed ? [text] : [text, newsletterTexts.askNot],
      ...(!isConfirmed && { action: { label: newsletterTexts.confirm, href: confirm } }),
      leave: { label: newsletterTexts.mailStop, href: leave },
      sender: [name, email].filter((part) => part !== '').join(', '),
    }),
  }
}
