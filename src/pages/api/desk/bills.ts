import { billBookCsv } from '#lib/server/counter/bill-book-file.ts'
import { forPeriod } from '#pages/api/desk/_counter.ts'
import { downloadPieces } from '#pages/api/desk/_download.ts'

/** GET /api/desk/bills?month=2026-11, or ?from=2026-11-01&to=2026-11-22: the bill book as CSV. */
export const GET = forPeriod(async ({ counter, period }) =>
  downloadPieces(`bills-${period.from}-${period.to}`, billBookCsv(counter.db, period)),
)
