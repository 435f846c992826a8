import { productShape } from '#lib/api-shapes.ts'
import { findApiList } from '#pages/api/_list.ts'
import { type Context, reply } from '#pages/api/_reply.ts'

/** GET /api/products/featured: the featured products as a bare array. */
export async function GET(context: Context): Promise<Response> {
  const list = await findApiList(context, { isFeatured: true })
  return list.ok ? reply(list.value.products.map(productShape)) : list.error
}
