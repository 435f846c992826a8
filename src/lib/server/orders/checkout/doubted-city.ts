import { createHash } from 'node:crypto'
import type { Billing } from '#lib/checkout/billing-fields.ts'
import { pinCities, placeOfPin } from '#lib/checkout/pin-places.ts'
import { readCookies } from '#lib/server/http/cookies.ts'
import { serverCookie } from '#lib/server/http/set-cookie.ts'

type Place = Pick<Billing, 'country' | 'zipcode' | 'city'>

/** What else the cities of pin-places.ts are called. */
const OTHER_NAMES: Record<string, string> = {
  ...{ allahabad: 'Prayagraj', banaras: 'Varanasi', bangalore: 'Bengaluru', baroda: 'Vadodara' },
  ...{ belgaum: 'Belagavi', bombay: 'Mumbai', calcutta: 'Kolkata', calicut: 'Kozhikode' },
  ...{ cochin: 'Kochi', delhi: 'New Delhi', gauhati: 'Guwahati', gurgaon: 'Gurugram' },
  ...{ madras: 'Chennai', mangalore: 'Mangaluru', mysore: 'Mysuru', pondicherry: 'Puducherry' },
  ...{ poona: 'Pune', quilon: 'Kollam', trichur: 'Thrissur', trichy: 'Tiruchirappalli' },
  ...{ trivandrum: 'Thiruvananthapuram', vizag: 'Visakhapatnam' },
}

/** As many digits of a PIN code name a district: within one, either city's name may be in use. */
const DISTRICT_DIGITS = 3

/**
 * The city that a PIN code belongs to where the address names a distant city instead; undefined
 * where both may be right: for all places that the table does not have, and for neighbours such as
 * Mumbai and Thane.
 */
export function doubtedCity({ country, zipcode, city }: Place): string | undefined {
  if (country !== 'India') return undefined
  const own = placeOfPin(zipcode).city
  const wanted = city.trim().toLowerCase()
  const name = OTHER_NAMES[wanted]?.toLowerCase() ?? wanted
  const named = pinCities().filter((one) => one.city.toLowerCase() === name)
  const district = zipcode.slice(0, DISTRICT_DIGITS)
  if (named.length === 0 || named.some(({ prefix }) => prefix.startsWith(district)))
    return undefined
  return own
}

const COOKIE = 'asked'
/** How long an answer counts: whoever orders again in that time has meant it. */
const ASKED_S = 600

const fingerprint = ({ zipcode, city }: Place): string =>
  createHash('sha256')
    .update(JSON.stringify([zipcode, city]))
    .digest('base64url')

/** The cookie that notes for which PIN code and city this browser was asked. */
export const askedCookie = (place: Place): string =>
  serverCookie({ name: COOKIE, value: fingerprint(place), maxAgeS: ASKED_S })

/** Whether this browser was asked about just this PIN code and city. */
export const wasAsked = (request: Request, place: Place): boolean =>
  readCookies(request.headers.get('cookie') ?? undefined).get(COOKIE) === fingerprint(place)
