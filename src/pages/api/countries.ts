import { COUNTRIES } from '#lib/checkout/countries.ts'
import { readWhole } from './_reply.ts'

/** GET /api/countries: what the location picker offers. */
export const GET = readWhole(async () => ({
  data: COUNTRIES.map((country) => ({ country })),
}))
