import { soldCsv, readSold } from '#lib/server/counter/sold.ts'
import { forPeriod } from '#pages/api/desk/_counter.ts'
import { download } from '#pages/api/desk/_download.ts'

/** GET /api/desk/sold?from=2026-11-01&to=2026-11-22, or ?month=2026-11: what was sold, as CSV. */
export const GET = forPeriod(async ({ counter, period }) => {
  const csv = soldCsv(await readSold(counter.db, period))
  return download(`sold-${period.from}-${period.to}`, 'csv', Buffer.from(csv))
})
