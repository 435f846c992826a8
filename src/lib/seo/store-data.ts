import type { Shop } from '#lib/shop.ts'
import { countryCode } from './country-code.ts'
import { MAX_SAID, oneOrAll, returnPolicy } from './return-policy.ts'
import { storeId } from '#lib/seo/structured-data.ts'
import type { Thing } from './thing.ts'

/**
 * The shop and its website, for Home. `pins` are the prefixes of PIN codes that it delivers to;
 * none means everywhere.
 */
export function storeThings(origin: string, shop: Shop, pins: readonly string[]): Thing[] {
  const { name, legalname, address, phone, email, sameas, countries } = shop
  const isShort = countries.length <= MAX_SAID
  const returns = returnPolicy(shop)
  const said = countries.join() === 'India' ? shortened(pins) : pins
  const store: Thing = {
    '@type': 'OnlineStore',
    '@id': storeId(origin),
    name,
    ...(legalname && { legalName: legalname }),
    url: `${origin}/`,
    logo: `${origin}/icon.svg`,
    ...((phone || email) && { contactPoint: contactPoint(phone, email) }),
    ...(address && {
      address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'IN' },
    }),
    ...(sameas.length > 0 && { sameAs: sameas }),
    ...(returns && { hasMerchantReturnPolicy: returns }),
    ...(isShort && said.length <= MAX_SAID && { hasShippingService: shipping(countries, said) }),
  }
  const site: Thing = {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name,
    ...(legalname && legalname !== name && { alternateName: legalname }),
    url: `${origin}/`,
    publisher: { '@id': storeId(origin) },
  }
  return [store, site]
}

function contactPoint(telephone: string, email: string): Thing {
  return {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    ...(telephone && { telephone }),
    ...(email && { email }),
  }
}

/** Without prefixes that a shorter one covers; none if the list covers all of India. */
function shortened(pins: readonly string[]): readonly string[] {
  const own = pins.filter((pin) => !pins.some((one) => one !== pin && pin.startsWith(one)))
  return FIRST_DIGITS.every((digit) => own.includes(digit)) ? [] : own
}

/** What Indian PIN codes begin with; those of the army with 9. */
const FIRST_DIGITS = [...'123456789']

/** Shipping is free wherever the shop delivers. */
function shipping(countries: string[], pins: readonly string[]): Thing {
  const regions = countries.map((country) => ({
    '@type': 'DefinedRegion',
    addressCountry: countryCode(country),
    ...(pins.length > 0 && { postalCodePrefix: pins }),
  }))
  return {
    '@type': 'ShippingService',
    shippingConditions: {
      '@type': 'ShippingConditions',
      shippingDestination: oneOrAll(regions),
      shippingRate: { '@type': 'MonetaryAmount', value: '0', currency: 'INR' },
    },
  }
}
