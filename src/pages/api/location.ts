import * as z from 'zod/mini'
import { nextQuery, safeNext } from '#lib/account/next-path.ts'
import { placeTexts } from '#lib/texts/browser/place.ts'
import { locationTexts } from '#lib/texts/browser/shared.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { placeLine } from '#lib/checkout/place-line.ts'
import { placeCookie } from '#lib/checkout/place.ts'
import { EVERYWHERE, locationCookie } from '#lib/catalogue/location.ts'
import { findPlace } from '#lib/server/orders/place.ts'
import { answerForm, type Context } from './_reply.ts'

const choiceSchema = z.object({
  location: z.string().check(z.refine((name) => name === EVERYWHERE || isCountry(name))),
})
const pinSchema = z.object({
  pin: z.string().check(z.maxLength(20)),
  next: z.optional(z.string().check(z.maxLength(1000))),
})

/** POST /api/location {location} or {pin}: remembers where to deliver, and leads home or back. */
export async function POST(context: Context): Promise<Response> {
  const { body } = context.locals
  const pin = pinSchema.safeParse(body)
  if (pin.success) return takePin(context, pin.data)
  const choice = choiceSchema.safeParse(body)
  if (!choice.success) {
    const answer = { error: true, msg: locationTexts.none, field: 'location' }
    return answerForm(context, 400, answer, '/location')
  }
  const { location } = choice.data
  const response = answerForm(context, 200, { error: false, msg: '', location }, '/')
  response.headers.append('set-cookie', locationCookie(location))
  return response
}

/** Remembers a PIN code and clears the country, which would change the pages shown. */
async function takePin(
  context: Context,
  { pin, next }: z.infer<typeof pinSchema>,
): Promise<Response> {
  const place = await findPlace(context.locals.db, pin.replaceAll(/\s/g, ''))
  if (!place) {
    const answer = { error: true, msg: placeTexts.malformed, field: 'pin' }
    const screen = `/location${nextQuery(next)}`
    const refused = { path: '/location', values: { pin }, faulty: ['pin'] }
    return answerForm(context, 400, answer, screen, refused)
  }
  const answer = { error: false, msg: placeLine(place), place }
  const response = answerForm(context, 200, answer, safeNext(next))
  response.headers.append('set-cookie', placeCookie(place.pin))
  response.headers.append('set-cookie', `${locationCookie('')}; Max-Age=0`)
  return response
}
