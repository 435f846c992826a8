import { dayOf } from '#lib/counter/order-filter.ts'
import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { refuse } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/daybook?day=2026-11-22: the orders of a day and what became of their money, as CSV. */
export const GET = forStaff(async ({ counter, url }) => {
  const day = url.searchParams.get('day') ?? dayOf(counter.now())
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  if (!isDay) return refuse(400, 'day is a date such as 2026-11-22')
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="daybook-${day}.csv"`,
  }
  return new Response(dayBookCsv(await readDayBook(counter.db, day)), { headers })
})
