import { productShape } from '#lib/api-shapes.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'
import { refuseQuery } from '#pages/api/_list.ts'
import { type Context, notFound, refuse, reply } from '#pages/api/_reply.ts'
import { readParameters } from '#lib/catalogue/product-query.ts'

/** GET /api/products/{id}: all details of a product on sale; 410 for a withdrawn one. */
export async function GET({ locals, params, url }: Context): Promise<Response> {
  const query = readParameters(url.searchParams, [], { isStrict: true })
  if (!query.ok) return refuseQuery(query.error)
  const id = params['id'] ?? ''
  const product = await locals.catalogue.products.find(id)
  if (product) return reply(productShape(product))
  return (await locals.catalogue.products.isWithdrawn(id))
    ? refuse(410, pageTexts.goneTitle)
    : notFound()
}
