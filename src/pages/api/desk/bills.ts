import { readPeriod } from '#lib/counter/bill-period.ts'
import { billBookCsv } from '#lib/server/counter/bill-book-file.ts'
import { billBookTexts } from '#lib/texts/page/bill-book.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'
import { downloadPieces } from '#pages/api/desk/_download.ts'
import { refuse } from '#pages/api/_reply.ts'

/** GET /api/desk/bills?month=2026-11, or ?from=2026-11-01&to=2026-11-22: the bill book as CSV. */
export const GET = forStaff(async ({ counter, url }) => {
  const asked = (name: string) => url.searchParams.get(name) ?? undefined
  const period = readPeriod(
    { month: asked('month'), from: asked('from'), to: asked('to') },
    counter.now(),
  )
  if (!period) return refuse(400, billBookTexts.malformed)
  return downloadPieces(`bills-${period.from}-${period.to}`, billBookCsv(counter.db, period))
})
