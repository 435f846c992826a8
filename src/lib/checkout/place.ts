/** A PIN code, and what the shop says of it; city and state as far as they are certain. */
export type Place = { pin: string; city: string; state: string; delivered: boolean }

/** The name of the cookie, and of what the browser keeps beside it. */
export const PLACE_KEY = 'place'

/** The cookie by which cart and checkout know the PIN code, for a year; an empty one ends it. */
export const placeCookie = (pin: string): string =>
  `${PLACE_KEY}=${pin}; Path=/; Max-Age=${pin === '' ? 0 : 31_536_000}; SameSite=Lax`

/** `411001 Pune`, for sentences. */
export const placeName = ({ pin, city }: Pick<Place, 'pin' | 'city'>): string =>
  city === '' ? pin : `${pin} ${city}`

/** The kept place, as far as it is one; without a schema, as product pages read it at once. */
export function decodePlace(text: string | null): Place | undefined {
  try {
    const { pin, city, state, delivered }: Record<string, unknown> = JSON.parse(text ?? '')
    const isPlace = [pin, city, state].every((value) => typeof value === 'string')
    return isPlace && /^[1-9]\d{5}$/.test(`${pin}`)
      ? { pin: `${pin}`, city: `${city}`, state: `${state}`, delivered: delivered === true }
      : undefined
  } catch {
    return undefined
  }
}
