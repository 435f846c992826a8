import { pushEndpointSchema } from '#lib/counter/push.ts'
import { unsubscribeDevice } from '#lib/server/push/subscriptions.ts'
import { pushAnswers } from '#lib/texts/page/push.ts'
import { refuse, reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** POST /api/desk/push/forget {endpoint}: ends this browser's subscription to new orders. */
export const POST = forStaff(async ({ counter, user, locals }) => {
  const parsed = pushEndpointSchema.safeParse(locals.body)
  if (!parsed.success) return refuse(400, pushAnswers.malformed)
  await unsubscribeDevice(counter.db, user.id, parsed.data.endpoint)
  return reply({ error: false, msg: pushAnswers.off })
})
