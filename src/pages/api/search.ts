import { productListShape } from '#lib/api-shapes.ts'
import { findCategories, foundCategoryShape } from '#lib/server/catalogue/search/find-categories.ts'
import { findApiList } from './_list.ts'
import { type Context, reply } from './_reply.ts'

/**
 * GET /api/search?q=: products matching the text, best first; without a text, all products.
 * `categorylist` has the categories that it may mean.
 */
export async function GET(context: Context): Promise<Response> {
  const list = await findApiList(context)
  if (!list.ok) return list.error
  const { catalogue } = context.locals
  const text = context.url.searchParams.get('q') ?? ''
  const categories = findCategories(await catalogue.categories(), text)
  const categorylist = categories.map(foundCategoryShape)
  return reply({ ...productListShape(list.value.products, list.value), categorylist })
}
