import { CITIES } from './pin-places.ts'

/** All cities of the table with their PIN prefixes. */
export const pinCities = (): { prefix: string; city: string; state: string }[] =>
  Object.entries(CITIES).flatMap(([state, cities]) =>
    cities.split('|').map((one) => {
      const at = one.indexOf(' ')
      return { prefix: one.slice(0, at), city: one.slice(at + 1), state }
    }),
  )
