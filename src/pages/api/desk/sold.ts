import { MOST_DAYS_SOLD, soldCsv, readSold } from '#lib/server/counter/sold.ts'
import { soldTexts } from '#lib/texts/page/counter-today.ts'
import { refuse } from '#pages/api/_reply.ts'
import { forPeriod } from '#pages/api/desk/_counter.ts'
import { download } from '#pages/api/desk/_download.ts'

/** GET /api/desk/sold?from=2026-11-01&to=2026-11-22, or ?month=2026-11: what was sold, as CSV. */
export const GET = forPeriod(async ({ counter, period }) => {
  const sold = await readSold(counter.db, period)
  if (!sold) return refuse(400, soldTexts.tooLong(MOST_DAYS_SOLD))
  return download(`sold-${period.from}-${period.to}`, 'csv', Buffer.from(soldCsv(sold)))
})
