import { isNotReturnable } from '#lib/catalogue/returns.ts'
import type { Product } from '#lib/catalogue/product.ts'
import type { Shop } from '#lib/shop.ts'
import { countryCode } from './country-code.ts'
import { SCHEMA, type Thing } from './thing.ts'

/**
 * How many countries or PIN prefixes structured data may name; if there are more, none are named.
 */
export const MAX_SAID = 20

type Said = Pick<Shop, 'countries' | 'freereturns' | 'noreturns' | 'returndays'>

/**
 * The shop's return policy; undefined if it has said nothing of returns, or delivers to too many
 * countries to name. The method is left out, as is the fee unless returns are free.
 */
export function returnPolicy({ countries, freereturns, returndays }: Said): Thing | undefined {
  if (returndays === null || countries.length > MAX_SAID) return undefined
  if (returndays === 0) return notPermitted(countries)
  return {
    ...policy(countries),
    returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: returndays,
    ...(freereturns && { returnFees: `${SCHEMA}/FreeReturn` }),
  }
}

/** For the offers of a product that is not taken back in a shop that does not refuse all returns. */
export function ownReturnPolicy(shop: Said, product: Product): Thing | undefined {
  const { countries, returndays } = shop
  if (returndays === 0 || countries.length > MAX_SAID) return undefined
  return isNotReturnable(shop, product) ? notPermitted(countries) : undefined
}

const policy = (countries: string[]): Thing => ({
  '@type': 'MerchantReturnPolicy',
  applicableCountry: oneOrAll(countries.map(countryCode)),
})

const notPermitted = (countries: string[]): Thing => ({
  ...policy(countries),
  returnPolicyCategory: `${SCHEMA}/MerchantReturnNotPermitted`,
})

/** A list of one as the thing itself. */
export const oneOrAll = <Value>(values: Value[]) => (values.length === 1 ? values[0] : values)
