import type { ContentEntry } from '#lib/catalogue/content.ts'
import { contentPath } from '#lib/catalogue/content.ts'
import { dayStart, indianMoment } from '#lib/dates.ts'
import { previewFile } from '#lib/catalogue/picture.ts'
import type { Picture } from '#lib/catalogue/product.ts'
import type { Shop } from '#lib/shop.ts'
import { storeId } from '#lib/seo/structured-data.ts'
import type { Thing } from './thing.ts'

/** A blog article, with the picture used for previews. */
export function blogPostingThing(
  origin: string,
  article: ContentEntry,
  shop: Shop,
  picture?: Picture,
): Thing {
  const { description, changedAt, publishedOn, title } = article
  const url = origin + contentPath('blog', article.id)
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#article`,
    headline: title,
    description,
    ...(picture && { image: `${origin}/uploads/${previewFile(picture.id)}` }),
    url,
    mainEntityOfPage: url,
    ...(publishedOn !== null && { datePublished: indianMoment(dayStart(publishedOn)) }),
    dateModified: indianMoment(changedAt),
    author: { '@type': 'Organization', '@id': storeId(origin), name: shop.name },
    publisher: { '@id': storeId(origin) },
  }
}

/** A content page, such as About. */
export function webPageThing(origin: string, page: ContentEntry): Thing {
  const url = origin + contentPath('page', page.id)
  const { title: name, description, changedAt } = page
  return {
    '@type': 'WebPage',
    '@id': url,
    name,
    description,
    url,
    dateModified: indianMoment(changedAt),
  }
}

/** The blog with its articles. */
export function blogThing(origin: string, name: string, articles: ContentEntry[]): Thing {
  return {
    '@type': 'Blog',
    '@id': `${origin}/blog`,
    name,
    url: `${origin}/blog`,
    blogPost: articles.map(({ id, title }) => ({
      '@type': 'BlogPosting',
      '@id': `${origin}${contentPath('blog', id)}#article`,
      headline: title,
      url: origin + contentPath('blog', id),
    })),
  }
}
