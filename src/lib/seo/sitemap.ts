import { indianMoment } from '#lib/dates.ts'
import { element, XML_HEAD } from './xml.ts'

/** A page in a sitemap; `changedAt` is its last change, in epoch milliseconds. */
export type SitemapEntry = { address: string; changedAt?: number; images?: string[] }

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

/** The index of all sitemap files. */
export function sitemapIndex(addresses: string[]): string {
  const rows = addresses.map((address) => `<sitemap>${element('loc', address)}</sitemap>\n`)
  return `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${rows.join('')}</sitemapindex>\n`
}

/** One sitemap file, with the image extension. */
export function sitemapFile(entries: SitemapEntry[]): string {
  const rows = entries.map(entryXml).join('')
  return `${XML_HEAD}<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">\n${rows}</urlset>\n`
}

/** An answer with XML, such as a sitemap or RSS. */
export function xmlResponse(xml: string): Response {
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

function entryXml({ address, changedAt, images = [] }: SitemapEntry): string {
  const lastmod = changedAt === undefined ? '' : element('lastmod', indianMoment(changedAt))
  const pictures = images.map(
    (image) => `<image:image>${element('image:loc', image)}</image:image>`,
  )
  return `<url>${element('loc', address)}${lastmod}${pictures.join('')}</url>\n`
}
