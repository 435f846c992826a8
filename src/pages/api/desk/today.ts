import { areCodesStopped } from '#lib/server/accounts/phone-code.ts'
import { readToday } from '#lib/server/counter/today.ts'
import { notFound, reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/today: open tasks, sales by the hour, and problems; sums in paise. */
export const GET = forStaff(async ({ counter, locals }) => {
  const { accounts, payments } = locals
  if (!accounts || !payments) return notFound()
  const shown = await readToday(counter.db, counter.now(), payments.settings.dataDir)
  return reply({ ...shown, codesStopped: await areCodesStopped(accounts) })
})
