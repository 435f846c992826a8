/** The address columns of attempts and orders, aliased to the form's field names. */
export const BILLING_COLUMNS = [
  ...(['fullname', 'country', 'city', 'zipcode', 'email'] as const),
  'street1 as streetaddressline1',
  'street2 as streetaddressline2',
  'region as state',
  'phone as phonenumber',
] as const
