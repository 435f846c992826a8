import { productListShape } from '#lib/api-shapes.ts'
import type { FacetCounts } from '#lib/catalogue/facets.ts'
import type { Product } from '#lib/catalogue/product.ts'
import {
  parseProductQuery,
  type ProductFilter,
  type QueryFault,
  readParameters,
} from '#lib/catalogue/product-query.ts'
import { findProducts, listProducts, type ResultPage } from '#lib/server/catalogue/list-products.ts'
import { type Context, refuse, reply } from './_reply.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

type List = ResultPage & { products: Product[]; counts: FacetCounts | undefined }

/** Answers 400 to a query parameter that is not valid. */
export function refuseQuery({ msg, field }: QueryFault): Response {
  return reply({ error: true, msg, field }, 400)
}

/** An endpoint that returns a whole resource and takes no parameters. */
export function readWhole(read: (context: Context) => Promise<unknown>) {
  return async (context: Context): Promise<Response> => {
    const params = readParameters(context.url.searchParams, [], { isStrict: true })
    return params.ok ? reply(await read(context)) : refuseQuery(params.error)
  }
}

/** Answers /api/products and /api/search with a list of products. */
export async function answerList(context: Context): Promise<Response> {
  const list = await findApiList(context)
  return list.ok ? reply(productListShape(list.value.products, list.value)) : list.error
}

/** The products that the address asks for, limited to `only`; otherwise the refusal to answer. */
export async function findApiList(
  { locals, url }: Context,
  only: ProductFilter = {},
): Promise<{ ok: true; value: List } | { ok: false; error: Response }> {
  const query = parseProductQuery(url.searchParams, { kind: 'api' })
  if (!query.ok) return { ok: false, error: refuseQuery(query.error) }
  const { catalogue } = locals
  const asked = { ...query.value, ...only }
  const listing = url.searchParams.get('facets')
    ? await listProducts(locals, asked)
    : { found: await findProducts(locals, asked), counts: undefined }
  if (!listing?.found) {
    return { ok: false, error: refuse(503, serverAnswers.opening, { 'retry-after': '1' }) }
  }
  const { found, counts } = listing
  await catalogue.products.warm(found.ids)
  const products = await Promise.all(found.ids.map((id) => catalogue.products.find(id)))
  return {
    ok: true,
    value: { ...found, products: products.filter((product) => !!product), counts },
  }
}
