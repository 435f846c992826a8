import * as z from 'zod/mini'

/** Orders that nobody has accepted yet, for which the desk rings. */
export const waitingSchema = z.object({ waiting: z.int(), newest: z.string() })
export type Waiting = z.infer<typeof waitingSchema>

/** Address of the event stream, and of the same data for polling. */
export const RING_PATH = '/api/desk/ring'
export const WAITING_PATH = '/api/desk/orders/waiting'
