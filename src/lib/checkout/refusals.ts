/** Why a cart cannot be paid. */
export type RefusalCode =
  | 'empty'
  | 'closed'
  | 'changed'
  | 'outofstock'
  | 'country'
  | 'abroad'
  | 'pin'
  | 'city'
  | 'tooMuch'
  | 'tooLittle'
  | 'belowMinimum'
  | 'noCod'
  | 'codLimit'
  | 'codOpen'
  | 'codUnconfirmed'
  | 'codGuest'
  | 'codPhone'
  | 'codPhoneWrong'
  | 'codPhoneWait'
  | 'codPhoneCountry'
  | 'codUnits'
  | 'unconfirmedUnits'
  | 'tooManyUnits'
  | 'network'
  | 'networkFull'
  | 'paying'
  | 'keyTaken'
  | 'unavailable'

/** Refusals after which cash would be refused again: the form goes on with paying online. */
export const CASH_REFUSALS: readonly string[] = [
  'noCod',
  'codLimit',
  'codOpen',
  'codUnconfirmed',
  'codGuest',
  'codUnits',
] satisfies RefusalCode[]

/** Refusals after which the order on the screen is out of date. */
export const STALE_REFUSALS: readonly string[] = [
  'changed',
  'outofstock',
  'empty',
  'tooMuch',
] satisfies RefusalCode[]

/** Refusals that an account would lift, or a confirmed mail address. */
export const LIFTED_REFUSALS: readonly string[] = [
  'codUnconfirmed',
  'codUnits',
  'unconfirmedUnits',
  'network',
] satisfies RefusalCode[]
