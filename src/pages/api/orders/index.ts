import { listOrders } from '#lib/server/orders/read-orders.ts'
import { personal } from '#pages/api/_personal.ts'
import { type Asked, refuse, reply } from '#pages/api/_reply.ts'
import { apiAnswers } from '#lib/texts/page/api-answers.ts'

/** GET /api/orders?page=: one's own, newest first; each names page and totalpages (S-110, S-184). */
export async function GET(asked: Asked): Promise<Response> {
  return personal(asked, async ({ id }) => {
    const given = asked.url.searchParams.getAll('page')
    const text = given[0] === undefined || given[0] === '' ? '1' : given[0]
    if (given.length > 1 || !/^[1-9]\d{0,4}$/.test(text)) {
      return refuse(400, apiAnswers.page)
    }
    const { orders, page, totalPages } = await listOrders(asked.locals.db, id, Number(text))
    const headers = { 'x-page': String(page), 'x-total-pages': String(totalPages) }
    return reply(orders, 200, headers)
  })
}
