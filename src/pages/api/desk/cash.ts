import { readCashBook } from '#lib/server/counter/cash-book.ts'
import { reply } from '#pages/api/_reply.ts'
import { readDay } from '#pages/api/desk/_counter.ts'

/**
 * GET /api/desk/cash?day=2026-11-22: what each rider has collected and still has to collect; sums
 * in paise.
 */
export const GET = readDay(async ({ counter, day }) =>
  reply({ day, riders: await readCashBook(counter.db, day, counter.now()) }),
)
