import type { Shop } from '#lib/shop.ts'
import { SCHEMA, storeId, type Thing } from '#lib/seo/structured-data.ts'

/** The shop and its site, for Home. */
export function storeThings(origin: string, shop: Shop): Thing[] {
  const { name, legalname, address, phone, email, sameas, returndays } = shop
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
    hasMerchantReturnPolicy: returnPolicy(returndays),
    hasShippingService: freeShipping(),
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

function returnPolicy(days: number): Thing {
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: 'IN' }
  if (days === 0) {
    return { ...policy, returnPolicyCategory: `${SCHEMA}/MerchantReturnNotPermitted` }
  }
  return {
    ...policy,
    returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: days,
    returnMethod: `${SCHEMA}/ReturnByMail`,
    returnFees: `${SCHEMA}/FreeReturn`,
  }
}

/** Shipping is always free. */
function freeShipping(): Thing {
  return {
    '@type': 'ShippingService',
    shippingConditions: {
      '@type': 'ShippingConditions',
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
      shippingRate: { '@type': 'MonetaryAmount', value: '0', currency: 'INR' },
    },
  }
}
