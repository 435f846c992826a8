import * as z from 'zod/mini'
import { isCountry } from '../../lib/countries.ts'
import { EVERYWHERE, locationCookie } from '../../lib/location.ts'
import { type Asked, onlyMethods, refuseQuery } from './_reply.ts'

const choiceSchema = z.object({
  location: z.string().check(z.refine((name) => name === EVERYWHERE || isCountry(name))),
})

/** POST /api/location {location}: remembers where to deliver, and leads home (spec §2). */
export async function POST({ locals }: Asked): Promise<Response> {
  const choice = choiceSchema.safeParse(locals.body)
  if (!choice.success) {
    return refuseQuery({ msg: 'location takes the name of a country, or All', field: 'location' })
  }
  const headers = { location: '/', 'set-cookie': locationCookie(choice.data.location) }
  return new Response(null, { status: 303, headers })
}

export const ALL = onlyMethods('POST')
