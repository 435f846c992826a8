import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'
import type { Place } from './place.ts'

const placeSchema = z.object({
  pin: z.string(),
  city: z.string(),
  state: z.string(),
  delivered: z.boolean(),
  /** Missing in an answer that was kept from before an update of the shop. */
  when: z.optional(z.string()),
})

/**
 * Asks about a PIN code.
 * @returns undefined if no answer came
 */
export async function askPlace(pin: string): Promise<Place | undefined> {
  const found = placeSchema.safeParse(await get(`/api/place/${encodeURIComponent(pin)}`))
  return found.success ? found.data : undefined
}
