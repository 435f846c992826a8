import { pageField } from '#lib/page-field.ts'
import { listOrders } from '#lib/server/orders/read-orders.ts'
import { personal } from '#pages/api/_write.ts'
import { type Context, refuse, reply } from '#pages/api/_reply.ts'
import { apiAnswers } from '#lib/texts/page/api-answers.ts'

/**
 * GET /api/orders?page=: the user's own orders, newest first; each contains page and totalpages
 * (S-110, S-184).
 */
export async function GET(context: Context): Promise<Response> {
  return personal(context, async ({ id }) => {
    const given = context.url.searchParams.getAll('page')
    const { data: wanted } = pageField.safeParse(given[0] || '1')
    if (given.length > 1 || wanted === undefined) return refuse(400, apiAnswers.page)
    const { orders, page, totalPages } = await listOrders(context.locals.db, id, wanted)
    const headers = { 'x-page': String(page), 'x-total-pages': String(totalPages) }
    return reply(orders, 200, headers)
  })
}
