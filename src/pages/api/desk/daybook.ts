import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { readDay } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/daybook?day=2026-11-22: the orders of a day and what became of their money, as CSV. */
export const GET = readDay(async ({ counter, day }) => {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="daybook-${day}.csv"`,
  }
  return new Response(dayBookCsv(await readDayBook(counter.db, day)), { headers })
})
