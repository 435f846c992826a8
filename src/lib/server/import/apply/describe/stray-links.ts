import { brandId } from '#lib/catalogue/brand.ts'
import { HIDDEN } from '#lib/server/catalogue/moved-category.ts'
import { findTextRedirect } from '#lib/server/catalogue/redirects.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** First parts of addresses that exist whatever the shop sells. */
const ALWAYS = new Set([
  ...['', 'offers', 'search', 'blog', 'contact', 'cart', 'mylist', 'compare', 'location', 'track'],
  ...['signin', 'signup', 'forgot', 'myaccount', 'orders', 'checkout', 'offline'],
])

/** Links that lead to no page of this shop; looked up in the transaction in which the list is applied. */
export async function findStrayLinks(db: Db, links: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const link of new Set(links)) {
    if (link !== '' && !(await isPage(db, link))) found.push(link)
  }
  return found
}

async function isPage(db: Db, link: string): Promise<boolean> {
  const [kind = '', id = ''] = link
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean)
    .map(decoded)
  // Files, such as the feed, are not checked.
  if (kind.includes('.')) return true
  if (kind === 'product') return hasProduct(db, id)
  if (kind === 'category' || kind === 'subcat') return hasCategory(db, kind, id)
  if (kind === 'brand') return hasBrand(db, id)
  if (kind === 'blog' && id !== '' && !id.includes('.')) return hasContent(db, 'blog', id)
  return ALWAYS.has(kind) || hasContent(db, 'page', kind)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function hasProduct(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('product').select('id').where('id', '=', id)
  return (await query.where('withdrawn_at', 'is', null).executeTakeFirst()) !== undefined
}

/** Whether the category is shown, or its address redirects. */
async function hasCategory(db: Db, kind: 'category' | 'subcat', id: string): Promise<boolean> {
  const query = db
    .selectFrom('category')
    .select('id')
    .where('id', '=', id)
    .where('parent_id', kind === 'category' ? 'is' : 'is not', null)
    .where((eb) => eb.or([eb('position', '!=', HIDDEN), eb('moved_to', 'is not', null)]))
  return (await query.executeTakeFirst()) !== undefined
}

async function hasBrand(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('product').select('brand').distinct()
  const rows = await query.where('withdrawn_at', 'is', null).execute()
  return rows.some(({ brand }) => brandId(brand) === id)
}

/** Whether there is such a text, or one that had this address before. */
async function hasContent(db: Db, kind: 'page' | 'blog', id: string): Promise<boolean> {
  const query = db.selectFrom('content_page').select('id').where('kind', '=', kind)
  const found = await query.where('id', '=', id).executeTakeFirst()
  return found !== undefined || (await findTextRedirect(db, kind, id)) !== undefined
}
