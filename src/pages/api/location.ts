import * as z from 'zod/mini'
import { nextQuery, safeNext } from '#lib/account/next-path.ts'
import { placeTexts } from '#lib/texts/browser/place.ts'
import { locationTexts } from '#lib/texts/browser/shared.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { placeLine } from '#lib/checkout/place-line.ts'
import { placeCookie } from '#lib/checkout/place.ts'
import { EVERYWHERE, locationCookie } from '#lib/catalogue/location.ts'
import { findPlace } from '#lib/server/orders/place.ts'
import { answer, type Context } from './_reply.ts'

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
    const msg = locationTexts.none
    return answer(context, { code: 400, msg, field: 'location' }, '/location')
  }
  const { location } = choice.data
  const response = answer(context, { code: 200, msg: '', more: { location } }, '/')
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
    const screen = `/location${nextQuery(next)}`
    const form = { path: '/location', values: { pin } }
    const told = { code: 400, msg: placeTexts.malformed, field: 'pin' }
    return answer(context, told, { done: screen, refused: screen, form })
  }
  const told = { code: 200, msg: placeLine(place), more: { place } }
  const response = answer(context, told, safeNext(next))
  response.headers.append('set-cookie', placeCookie(place.pin))
  response.headers.append('set-cookie', `${locationCookie('')}; Max-Age=0`)
  return response
}
