/**
 * The fields of BILLING DETAILS (S-108) in the order of the screen: what only the shopper knows
 * comes first, so that a phone shows it without scrolling, and the PIN code comes before the fields
 * that it fills in.
 */
export const BILLING_FIELDS = [
  'fullname',
  'phonenumber',
  'streetaddressline1',
  'streetaddressline2',
  'zipcode',
  'city',
  'state',
  'country',
  'email',
] as const
export type BillingField = (typeof BILLING_FIELDS)[number]

/** Maximum lengths in characters. */
export const BILLING_LENGTHS: Record<BillingField | 'note', number> = {
  fullname: 80,
  country: 60,
  streetaddressline1: 120,
  streetaddressline2: 120,
  city: 60,
  state: 60,
  zipcode: 12,
  phonenumber: 20,
  email: 254,
  note: 300,
}

/** What to do if a product is missing: bring something similar, call, or leave it out. */
export const IF_MISSING = ['similar', 'call', 'leave'] as const
export type IfMissing = (typeof IF_MISSING)[number]
/** The wish for the whole order, and those for single cart lines by id. */
export type IfMissingWishes = { all: IfMissing; lines: ReadonlyMap<string, IfMissing> }

const LINE_WISH = /^ifmissing-([\w-]{1,60})$/
/** The form field with the wish for one cart line. */
export const lineWishField = (lineId: string): string => `ifmissing-${lineId}`
/** The cart line that such a field is about; undefined for other fields. */
export const lineOfWish = (field: string): string | undefined => LINE_WISH.exec(field)?.[1]

export type Billing = Record<BillingField, string> & { note: string }
