import type { Exchange } from './answer.ts'
import { MAKES_OWN_PAGE, ownCookies, readCookies, readLocation } from './cookies.ts'
import type { Front } from './front-state.ts'
import { isOwnPage } from './files/site-path.ts'

/** Whose a page is that lies in a file: everybody's, those of a country, or of one visitor. */
export type Audience = { of: 'all' } | { of: 'country'; country: string } | { of: 'one' }

/** A message to show, a filter, or a country of one's own makes a page more than its file. */
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

/** Home and listings show what is sold in the chosen country. */
const isByLocation = (path: string) =>
  path === '/' || /^\/(category|subcat|brand|offers)(\/|$)/.test(path)
