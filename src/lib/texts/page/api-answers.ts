/** Messages for programs that use the API wrongly. */
export const apiAnswers = {
  noParameter: 'There is no parameter of that name',
  onlyOnce: (name: string) => `${name} may be given only once`,
  pricesTurned: 'minprice must not be above maxprice',
  takes: (field: string, what = 'something else') => `${field} takes ${what}`,
  page: 'page takes a whole number from 1',
  productId: 'productid takes the id of a product',
  day: 'day takes a date such as 2026-11-22',
  orderFilter: 'state, q, from, to, pay or cursor cannot be read',
  noWebhooks: 'This shop accepts no webhooks: no secret is set for them',
  badSignatures: 'Too many bad signatures',
  badSignature: 'The signature is invalid',
}

const rupees = 'rupees with at most two decimals'

type Known = { sorts: readonly string[]; most: number; everywhere: string }

/**
 * What each parameter of a product list accepts, for error messages; `most` is the maximum number
 * of values of a filter.
 */
export const parametersTake = ({ sorts, most, everywhere }: Known): Record<string, string> => ({
  minprice: rupees,
  maxprice: rupees,
  rating: 'a whole number of stars from 1 to 5',
  veg: 'veg or nonveg',
  instock: '1',
  offer: '1',
  facets: '1',
  type: `at most ${most} ids of sub-categories`,
  brand: `at most ${most} names of brands`,
  pack: `at most ${most} weights or volumes, such as 1kg or 750ml`,
  catname: 'the name of a category',
  category: 'the id of a category',
  subcatid: 'the id of a sub-category',
  location: `a country by its English name, or ${everywhere}`,
  view: '1, 2 or 4 columns',
  page: 'a whole number from 1',
  perpage: 'a whole number from 1 to 100',
  sort: `one of ${sorts.join(', ')}`,
})
