import { type ContentEntry, contentPath } from '#lib/catalogue/content.ts'
import { dayStart, mailMoment } from '#lib/dates.ts'
import { element, XML_HEAD } from './xml.ts'

/** The blog as RSS 2.0. Dates are the articles', never the time of publishing the file. */
export function rssFile(
  origin: string,
  channel: { title: string; description: string },
  articles: ContentEntry[],
): string {
  const self = `<atom:link href="${origin}/blog/rss.xml" rel="self" type="application/rss+xml"/>`
  const latest = Math.max(0, ...articles.map((article) => article.changedAt))
  const about = [
    element('title', channel.title),
    element('link', `${origin}/blog`),
    element('description', channel.description),
    element('language', 'en-IN'),
    ...(latest > 0 ? [element('lastBuildDate', mailMoment(latest))] : []),
  ]
  const items = articles.map((article) => itemXml(origin, article))
  return `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n${self}${about.join('')}\n${items.join('')}</channel></rss>\n`
}

function itemXml(origin: string, { id, title, description, publishedOn }: ContentEntry): string {
  const address = origin + contentPath('blog', id)
  const date = publishedOn === null ? '' : element('pubDate', mailMoment(dayStart(publishedOn)))
  const body = element('title', title) + element('link', address) + element('guid', address)
  return `<item>${body}${element('description', description)}${date}</item>\n`
}
