import type { AstroGlobal } from 'astro'
import { safeNext } from '#lib/account/next-path.ts'

/** Pages that send a visitor to sign in: whoever cancels that would only come back to it. */
const PERSONAL = /^\/(orders|myaccount|desk)(\/|\?|$)/
/** These only where the shop asks for a sign-in first (CART_GATE). */
const GATED = /^\/(cart|mylist|checkout)(\/|\?|$)/

/** Where a screen of accounts leads on to, and where Cancel leads. */
export type ReturnPaths = { next: string; back: string }

/**
 * On to the page that was wanted, else to the one that the shopper came from; Cancel goes back to the
 * page that they came from. Of a screen that is opened by itself both are `/` (S-080, S-130).
 */
export function returnPaths({ locals, request, url }: Context): ReturnPaths {
  const isOpen = (path: string) =>
    !PERSONAL.test(path) && (locals.cartGate === 'open' || !GATED.test(path))
  const came = cameFrom(request, url)
  const from = came !== undefined && isOpen(came) ? came : undefined
  const next = safeNext(url.searchParams.get('next') ?? from)
  return { next, back: from ?? (isOpen(next) ? next : '/') }
}

type Context = Pick<AstroGlobal, 'locals' | 'request' | 'url'>

/** The page of this shop with the link that led here. */
function cameFrom(request: Request, { origin }: URL): string | undefined {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return undefined
  const { origin: site, pathname, search } = new URL(referer)
  const path = pathname + search
  return site === origin && safeNext(path, '') !== '' ? path : undefined
}
