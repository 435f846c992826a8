import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { listLessened } from '#lib/server/counter/lessened.ts'
import { reply } from '#pages/api/_reply.ts'
import { readDay } from '#pages/api/desk/_counter.ts'

/**
 * GET /api/desk/cash?day=2026-11-22: what each rider has collected and still has to collect, sums
 * in paise; and what was taken off, or corrected in the book of an earlier day, on this one, with
 * `before` and `after` as the order's history words them.
 */
export const GET = readDay(async ({ counter: { db, now }, day }) => {
  const riders = await readCashBook(db, day, now())
  return reply({ day, riders, lessened: await listLessened(db, day) })
})
