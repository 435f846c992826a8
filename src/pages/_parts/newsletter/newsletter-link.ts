import type { AstroGlobal } from 'astro'
import {
  type LinkKind,
  newsletterPath,
  readNewsletterLink,
} from '#lib/server/letters/newsletter-links.ts'
import { maskMail } from './mask-mail.ts'

type Screen = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>

/**
 * Reads the mail link that led to this screen; its signature must be ours. Mail scanners open every link, so only the
 * screen's button, a POST, has an effect (`isPressed`).
 * @returns undefined, and sets status 403, if the link is not valid
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
    /** Where the button sends its form: the same address again. */
    action: newsletterPath(kind, email, accounts.sign),
    isPressed: request.method === 'POST',
  }
}
