import type { APIRoute } from 'astro'
import { contentTexts } from '#lib/texts/page/content.ts'
import { rssFile } from '#lib/seo/rss.ts'
import { xmlResponse } from '#lib/seo/sitemap.ts'

/** GET /blog/rss.xml: the articles, newest first. */
export const GET: APIRoute = async ({ locals: { catalogue, origin } }) => {
  const { name } = await catalogue.shop()
  const channel = {
    title: `${name} ${contentTexts.blog}`,
    description: contentTexts.blogLead,
  }
  return xmlResponse(rssFile(origin, channel, await catalogue.content('blog')))
}
