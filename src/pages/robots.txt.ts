import type { APIRoute } from 'astro'
import { FACETS } from '#lib/catalogue/facets.ts'

const VIEWS = ['sort', 'minprice', 'maxprice', 'rating', 'view', 'location', 'tab']
/** Compared products, and where a form leads: there would be endless such addresses. */
const WAYS = ['ids', 'next']
const PARAMETERS = [...VIEWS, ...FACETS, ...WAYS]

/** GET /robots.txt: what search engines should not crawl. */
export const GET: APIRoute = ({ locals }) => {
  const lines = [
    'User-agent: *',
    ...PARAMETERS.map((name) => `Disallow: /*?*${name}=`),
    'Disallow: /api/',
    'Disallow: /search?',
    '',
    `Sitemap: ${locals.origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
