import { readToday } from '#lib/server/counter/today.ts'
import { notFound, reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/today: open tasks, sales by the hour, and problems; sums in paise. */
export const GET = forStaff(async ({ counter, locals }) => {
  if (!locals.payments) return notFound()
  return reply(await readToday(counter.db, counter.now(), locals.payments.settings.dataDir))
})
