import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { readDay } from '#pages/api/desk/_counter.ts'
import { download } from '#pages/api/desk/_download.ts'

/** GET /api/desk/daybook?day=2026-11-22: a day's orders and what became of their money, as CSV. */
export const GET = readDay(async ({ counter, day }) => {
  const csv = dayBookCsv(await readDayBook(counter.db, day))
  return download(`daybook-${day}`, 'csv', Buffer.from(csv))
})
