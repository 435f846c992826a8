import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'
import type { Place } from './place.ts'

const placeSchema = z.nullable(
  z.object({
    pin: z.string(),
    city: z.string(),
    state: z.string(),
    delivered: z.boolean(),
    /** Missing in an answer that was kept from before an update of the shop. */
    when: z.optional(z.string()),
  }),
)

/**
 * Asks about a PIN code.
 * @returns null if no answer came, undefined if the shop has none to give
 */
export async function askPlace(pin: string): Promise<Place | null | undefined> {
  const answer = await get(`/api/place/${encodeURIComponent(pin)}`, { noFaults: true })
  return placeSchema.safeParse(answer).data
}
