import { COUNTRIES } from '#lib/checkout/countries.ts'
import { readWhole } from './_list.ts'

/** GET /api/countries: the countries of the location picker. */
export const GET = readWhole(async () => ({
  data: COUNTRIES.map((country) => ({ country })),
}))
