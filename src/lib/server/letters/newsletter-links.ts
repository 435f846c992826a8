import { letterLinkSchema } from '#lib/account/newsletter.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import type { Sign } from '#lib/server/settings/signer.ts'

/**
 * What a link in a mail does; a link of one kind is not valid as another. `alerts` forgets what an address waits
 * for (stock-alerts.ts).
 */
export type LinkKind = 'confirm' | 'unsubscribe' | 'alerts'

const purposeOf = (kind: LinkKind) => `newsletter ${kind}`

/**
 * The path of the link by which the owner of an address confirms or ends the subscription; valid as long as the shop
 * keeps its secret. The mailer and the command line put the shop's own address before it.
 */
export function newsletterPath(kind: LinkKind, email: string, sign: Sign): string {
  const query = new URLSearchParams({
    to: Buffer.from(email).toString('base64url'),
    key: sign(purposeOf(kind), email),
  })
  return `/newsletter/${kind}?${query.toString()}`
}

/** The mail address that a link is for; undefined unless its signature is ours. */
export function readNewsletterLink(
  kind: LinkKind,
  query: URLSearchParams,
  sign: Sign,
): string | undefined {
  const link = letterLinkSchema.safeParse(Object.fromEntries(query))
  if (!link.success) return undefined
  const { to, key } = link.data
  // As mails go to it: the list may have an address of before that would not be taken any more.
  const { data: email } = mailAddressSchema.safeParse(Buffer.from(to, 'base64url').toString())
  return email !== undefined && isEqual(key, sign(purposeOf(kind), email)) ? email : undefined
}
