import type { AstroGlobal } from 'astro'
import {
  type LinkKind,
  newsletterPath,
  readNewsletterLink,
} from '#lib/server/letters/newsletter-links.ts'
import { maskMail } from './mask-mail.ts'

type Screen = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>

/**
 * What the link of a mail says that led to this screen; undefined, and a 403, where it is none of ours. Programs that
 * look through mails open every link, so only the button of the screen, a POST, does something (`isPressed`).
 */
export function newsletterLink(kind: LinkKind, { locals, request, response, url }: Screen) {
  const { accounts } = locals
  if (!accounts) throw new Error('No accounts are open')
  const email = readNewsletterLink(kind, url.searchParams, accounts.sign)
  if (email === undefined) {
    response.status = 403
    return undefined
  }
  return {
    email,
    masked: maskMail(email),
    /** Where its button sends to: the same address again. */
    action: newsletterPath(kind, email, accounts.sign),
    isPressed: request.method === 'POST',
  }
}
