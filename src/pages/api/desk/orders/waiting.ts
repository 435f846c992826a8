import { findWaiting } from '#lib/server/counter/ring.ts'
import { reply } from '#pages/api/_reply.ts'
import { forStaff } from '#pages/api/desk/_counter.ts'

/** GET /api/desk/orders/waiting: what the stream at /api/desk/ring tells, asked for once. */
export const GET = forStaff(async ({ counter }) => reply(await findWaiting(counter.db)))
