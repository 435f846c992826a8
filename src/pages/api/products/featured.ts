import { productShape } from '#lib/api-shapes.ts'
import { findList } from '#pages/api/_list.ts'
import { readOnly, reply } from '#pages/api/_reply.ts'

/** GET /api/products/featured: featured products as a bare list. */
export const { GET, HEAD, ALL } = readOnly(async (context) => {
  const list = await findList(context, { isFeatured: true })
  return list.ok ? reply(list.value.products.map(productShape)) : list.error
})
