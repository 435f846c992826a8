import { isListing } from '#lib/catalogue/listing-address.ts'
import type { Exchange } from './answer.ts'
import { MAKES_OWN_PAGE, ownCookies, readCookies, readLocation } from './cookies.ts'
import type { Front } from './front-state.ts'
import { isOwnPage } from './files/site-path.ts'

/**
 * Who may be sent the published file of a page: everybody, all visitors from one country, or only this
 * visitor (who needs a rendered page).
 */
export type Audience = { of: 'all' } | { of: 'country'; country: string } | { of: 'one' }

/** Whom a page is for. A message to show, a filter or a chosen country makes it differ from the published file. */
export function audienceOf(
  front: Pick<Front, 'isHttps' | 'isCountry'>,
  { req }: Exchange,
  path: string,
  query: string,
): Audience {
  if (query !== '' && isOwnPage(new URLSearchParams(query))) return { of: 'one' }
  const { cookie } = req.headers
  if (!MAKES_OWN_PAGE.test(cookie ?? '')) return { of: 'all' }
  const cookies = readCookies(ownCookies(cookie, front.isHttps))
  if (cookies.has('flash')) return { of: 'one' }
  const country = readLocation(cookies, front.isCountry)
  return isByLocation(path) && country !== 'All' ? { of: 'country', country } : { of: 'all' }
}

/** Home and listings show only what is sold in the chosen country. */
const isByLocation = (path: string) => path === '/' || isListing(path)
