import type { AstroGlobal } from 'astro'
import { safeNext } from '#lib/account/next-path.ts'

/** Pages that require a session: Cancel must not lead back there. */
const PERSONAL = /^\/(orders|myaccount|desk)(\/|\?|$)/
/** Pages that require one only if the shop demands it (CART_GATE). */
const GATED = /^\/(cart|mylist|checkout)(\/|\?|$)/

/** Where a sign-in screen leads on to, and where Cancel leads. */
export type ReturnPaths = { next: string; back: string }

/**
 * `next` is the page that was wanted, or else the one the shopper came from; `back` is the page
 * they came from. Both are `/` if the screen was opened directly (S-080, S-130).
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

/** The page of this shop whose link led here. */
function cameFrom(request: Request, { origin }: URL): string | undefined {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return undefined
  const { origin: site, pathname, search } = new URL(referer)
  const path = pathname + search
  return site === origin && safeNext(path, '') !== '' ? path : undefined
}
