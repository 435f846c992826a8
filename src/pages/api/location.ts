import * as z from 'zod/mini'
import { locationMessages } from '#lib/texts/browser/shared.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { EVERYWHERE, locationCookie } from '#lib/catalogue/location.ts'
import { answerForm } from './_form.ts'
import { type Asked, onlyMethods } from './_reply.ts'

const choiceSchema = z.object({
  location: z.string().check(z.refine((name) => name === EVERYWHERE || isCountry(name))),
})

/** POST /api/location {location}: remembers where to deliver, and leads home. */
export async function POST(asked: Asked): Promise<Response> {
  const choice = choiceSchema.safeParse(asked.locals.body)
  if (!choice.success) {
    const answer = { error: true, msg: locationMessages.none, field: 'location' }
    return answerForm(asked, 400, answer, '/location')
  }
  const { location } = choice.data
  const response = answerForm(asked, 200, { error: false, msg: '', location }, '/')
  response.headers.append('set-cookie', locationCookie(location))
  return response
}

export const ALL = onlyMethods('POST')
