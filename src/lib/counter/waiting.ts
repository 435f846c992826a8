import * as z from 'zod/mini'

/** What the desk rings about: orders that nobody has accepted yet. */
export const waitingSchema = z.object({ waiting: z.int(), newest: z.string() })
export type Waiting = z.infer<typeof waitingSchema>

/** The stream of it, and the same asked for once. */
export const RING_PATH = '/api/desk/ring'
export const WAITING_PATH = '/api/desk/orders/waiting'
