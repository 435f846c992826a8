import { reviewShape } from '#lib/api-shapes.ts'
import { isName, readParameters } from '#lib/catalogue/product-query.ts'
import { pageField } from '#lib/page-field.ts'
import { refuseQuery } from '#pages/api/_list.ts'
import { type Context, notFound, reply } from '#pages/api/_reply.ts'
import { apiAnswers } from '#lib/texts/page/api-answers.ts'

/** GET /api/productreviews?productid=&page=: reviews, newest first, ten a page (S-167). */
export async function GET({ locals, url }: Context): Promise<Response> {
  const params = readParameters(url.searchParams, ['productid', 'page'], { isStrict: true })
  if (!params.ok) return refuseQuery(params.error)
  const { productid: id, page: asked = '1' } = params.value
  if (typeof id !== 'string' || !isName(id)) {
    return refuseQuery({ msg: apiAnswers.productId, field: 'productid' })
  }
  const { data: page } = pageField.safeParse(asked)
  if (page === undefined) return refuseQuery({ msg: apiAnswers.page, field: 'page' })
  const product = await locals.catalogue.products.find(id)
  if (!product) return notFound()
  const reviews = await locals.catalogue.products.reviews(id, page)
  return reply(reviews.map(reviewShape), 200, { 'x-total-count': String(product.reviewCount) })
}
