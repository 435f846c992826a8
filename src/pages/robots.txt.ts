import type { APIRoute } from 'astro'
import { FACETS } from '#lib/catalogue/facets.ts'

const VIEWS = ['sort', 'minprice', 'maxprice', 'rating', 'view', 'location', 'tab']
/** Which products are compared, and where a form leads to: there are as many as there are pages. */
const WAYS = ['ids', 'next']
const PARAMETERS = [...VIEWS, ...FACETS, ...WAYS]

/** What search engines leave out. */
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
