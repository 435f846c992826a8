import { letterLinkSchema, subscriptionSchema } from '#lib/account/newsletter.ts'
import { isEqual } from '#lib/server/is-equal.ts'
import type { Sign } from '#lib/server/settings/signer.ts'

/** What a link in a mail does: neither stands for the other. */
export type LinkKind = 'confirm' | 'unsubscribe'

const purposeOf = (kind: LinkKind) => `newsletter ${kind}`

/**
 * Where whoever reads mails at an address confirms it or takes it back, for as long as the shop has its secret.
 * A path: the mailer knows the shop's own address, and so does the command line.
 */
export function newsletterPath(kind: LinkKind, email: string, sign: Sign): string {
  const query = new URLSearchParams({
    to: Buffer.from(email).toString('base64url'),
    key: sign(purposeOf(kind), email),
  })
  return `/newsletter/${kind}?${query.toString()}`
}

/** The address that a link speaks for; undefined where its signature is not ours. */
export function readNewsletterLink(
  kind: LinkKind,
  query: URLSearchParams,
  sign: Sign,
): string | undefined {
  const link = letterLinkSchema.safeParse(Object.fromEntries(query))
  if (!link.success) return undefined
  const { to, key } = link.data
  const sent = { email: Buffer.from(to, 'base64url').toString() }
  const { data } = subscriptionSchema.safeParse(sent)
  return data && isEqual(key, sign(purposeOf(kind), data.email)) ? data.email : undefined
}
