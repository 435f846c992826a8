/**
 * A PIN code with city and state, as far as they are certain, whether the shop delivers there, and when, in the shop's
 * words if it has any.
 */
export type Place = {
  pin: string
  city: string
  state: string
  delivered: boolean
  when?: string | undefined
}

/** Name of the cookie, and of the browser's storage key. */
export const PLACE_KEY = 'place'

/** The cookie that tells cart and checkout the PIN code, for a year; an empty code deletes it. */
export const placeCookie = (pin: string): string =>
  `${PLACE_KEY}=${pin}; Path=/; Max-Age=${pin === '' ? 0 : 31_536_000}; SameSite=Lax`

/** Stores a place in this browser. */
export function storePlace(place: Place): void {
  try {
    localStorage.setItem(PLACE_KEY, JSON.stringify(place))
  } catch {
    // Where storage is full or blocked, the server goes by the cookie.
  }
}

/**
 * Reads the stored place; undefined if it is none. Without a schema library, as product pages run
 * this at once.
 */
export function decodePlace(text: string | null): Place | undefined {
  try {
    const {
      pin,
      city,
      state,
      delivered,
      when = '',
    }: Record<string, unknown> = JSON.parse(text ?? '')
    const isPlace = [pin, city, state].every((value) => typeof value === 'string')
    return isPlace && /^[1-9]\d{5}$/.test(`${pin}`)
      ? {
          pin: `${pin}`,
          city: `${city}`,
          state: `${state}`,
          delivered: delivered === true,
          when: `${when}`,
        }
      : undefined
  } catch {
    return undefined
  }
}
