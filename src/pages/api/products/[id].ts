import { productShape } from '../../../lib/api-shapes.ts'
import { notFound, readOnly, refuseQuery, reply } from '../_reply.ts'
import { readParameters } from '../../../lib/product-query.ts'

/** GET /api/products/{id}: everything about a product on sale. */
export const { GET, HEAD, ALL } = readOnly(async ({ locals, params, url }) => {
  const query = readParameters(url.searchParams, [], { isStrict: true })
  if (!query.ok) return refuseQuery(query.error)
  const product = await locals.catalogue.product(params['id'] ?? '')
  return product ? reply(productShape(product)) : notFound()
})
