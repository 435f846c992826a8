import { reviewShape } from '../../lib/api-shapes.ts'
import { isName, readParameters } from '../../lib/product-query.ts'
import { notFound, readOnly, refuseQuery, reply } from './_reply.ts'

/** GET /api/productreviews?productid=: the reviews of a product, newest first. */
export const { GET, HEAD, ALL } = readOnly(async ({ locals, url }) => {
  const params = readParameters(url.searchParams, ['productid'], { isStrict: true })
  if (!params.ok) return refuseQuery(params.error)
  const { productid: id } = params.value
  if (typeof id !== 'string' || !isName(id)) {
    return refuseQuery({ msg: 'productid takes the id of a product', field: 'productid' })
  }
  const product = await locals.catalogue.product(id)
  if (!product) return notFound()
  const reviews = await locals.catalogue.reviews(id)
  return reply(reviews.map((review) => reviewShape(review, id)))
})
