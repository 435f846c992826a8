import { findWaiting } from '#lib/server/counter/ring.ts'
import { reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/orders/waiting: the same as an event of the stream /api/desk/ring, for polling. */
export const GET = forStaff(async ({ counter }) => reply(await findWaiting(counter.db)))
