import type { AstroGlobal } from 'astro'
import { safeNext } from '#lib/account/next-path.ts'

/** Pages that send a visitor to sign in: whoever cancels that would only come back to it. */
const PERSONAL = /^\/(cart|mylist|checkout|orders|myaccount|desk)(\/|\?|$)/

/** Where a screen of accounts leads on to, and where Cancel leads. */
export type WaysOn = { next: string; back: string }

/**
 * On to the page that was wanted, else to the one that the shopper came from; Cancel goes back to the
 * page that they came from. Of a screen that is opened by itself both are `/` (S-080, S-130).
 */
export function waysOn({ request, url }: Pick<AstroGlobal, 'request' | 'url'>): WaysOn {
  const came = cameFrom(request, url)
  const next = safeNext(url.searchParams.get('next') ?? came)
  return { next, back: came ?? (PERSONAL.test(next) ? '/' : next) }
}

/** The page of this shop, open to everybody, with the link that led here. */
function cameFrom(request: Request, { origin }: URL): string | undefined {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return undefined
  const { origin: site, pathname, search } = new URL(referer)
  const path = pathname + search
  const isOurs = site === origin && safeNext(path, '') !== ''
  return isOurs && !PERSONAL.test(path) ? path : undefined
}
