/** The fields of BILLING DETAILS in the order of the screen (S-108). */
export const BILLING_FIELDS = [
  ...['fullname', 'country', 'streetaddressline1', 'streetaddressline2', 'city', 'state'],
  ...['zipcode', 'phonenumber', 'email'],
] as const
export type BillingField =
  | 'fullname'
  | 'country'
  | 'streetaddressline1'
  | 'streetaddressline2'
  | 'city'
  | 'state'
  | 'zipcode'
  | 'phonenumber'
  | 'email'

/** Longest texts, in characters. */
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

/** What a shopper wishes where a product is not there: another one like it, a call, or nothing. */
export const IF_MISSING = ['similar', 'call', 'leave'] as const
export type IfMissing = (typeof IF_MISSING)[number]
/** The wish for all of an order, and for single lines of the cart, by their ids. */
export type MissingWishes = { all: IfMissing; lines: ReadonlyMap<string, IfMissing> }

const LINE_WISH = /^ifmissing-([\w-]{1,60})$/
/** The field of a form that says it for one line of the cart. */
export const lineWishField = (lineId: string): string => `ifmissing-${lineId}`
/** The line that such a field is about. */
export const lineOfWish = (field: string): string | undefined => LINE_WISH.exec(field)?.[1]

export type Billing = Record<BillingField, string> & { note: string }
