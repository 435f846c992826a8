import { pushSubscriptionSchema } from '#lib/counter/push.ts'
import { subscribeDevice } from '#lib/server/push/subscriptions.ts'
import { publicKeyOf, vapidKey } from '#lib/server/push/vapid.ts'
import { pushTexts } from '#lib/texts/browser/push.ts'
import { pushAnswers } from '#lib/texts/page/push.ts'
import { refuse, reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/push {key}: the shop's public key, with which a browser subscribes. */
export const GET = forStaff(async ({ counter }) =>
  reply({ key: publicKeyOf(await vapidKey(counter.db)) }),
)

/** POST /api/desk/push {endpoint, p256dh, auth}: subscribes this browser to new orders. */
export const POST = forStaff(async ({ counter, user, locals }) => {
  const parsed = pushSubscriptionSchema.safeParse(locals.body)
  if (!parsed.success) return refuse(400, pushAnswers.malformed)
  await subscribeDevice(counter.db, user, parsed.data, counter.now())
  return reply({ error: false, msg: pushTexts.isOn })
})
