import type { APIRoute } from 'astro'
import { quickView } from '#lib/catalogue/product-view.ts'
import { sessionTexts } from '#lib/texts/browser/session.ts'
import { cartAnswers } from '#lib/texts/page/cart.ts'
import { refuse, reply } from '#pages/api/_reply.ts'

/** GET /quick/{id}: what the quick view shows of a product. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { catalogue, productGate, user } = locals
  const none = { 'x-robots-tag': 'noindex' }
  // The same gate as for the product's page (PRODUCT_GATE).
  if (productGate === 'redirect' && !user) {
    return reply({ error: true, msg: sessionTexts.loginFirst, code: 'signedOut' }, 401, none)
  }
  const id = params['id'] ?? ''
  const product = await catalogue.products.find(id)
  if (product) return reply(quickView(product), 200, none)
  const isGone = await catalogue.products.isWithdrawn(id)
  return refuse(isGone ? 410 : 404, cartAnswers.noProduct, none)
}
