/** Refusals after which cash would be refused again: the form goes on with paying online. */
export const CASH_REFUSALS = [
  'noCod',
  'codLimit',
  'codOpen',
  'codUnconfirmed',
  'codGuest',
  'codUnits',
]
