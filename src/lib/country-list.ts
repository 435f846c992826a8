import * as z from 'zod/mini'
import { get } from './api-client.ts'

const countriesSchema = z.object({
  data: z.array(z.object({ country: z.string() })).check(z.minLength(1)),
})

/** The countries to choose from (S-186). @throws when they do not come */
export async function fetchCountries(): Promise<string[]> {
  const { data } = countriesSchema.parse(await get('/api/countries'))
  return data.map(({ country }) => country)
}
