import { indianDay, indianMoment } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import { largestFile, previewFile } from '#lib/catalogue/picture.ts'
import type { Product, Review } from '#lib/catalogue/product.ts'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import { productPath, regularPaise, type Variant, variantsOf } from '#lib/catalogue/variant.ts'
import { countryCode } from './country-code.ts'
import { isGlobalGtin } from './gtin.ts'
import { MAX_SAID, oneOrAll } from './return-policy.ts'
import { SCHEMA, type Thing } from './thing.ts'

/** A step of the breadcrumbs; the last one is the page itself. */
export type Crumb = { name: string; path: string }

/** The graph as text for a script element; `<` is escaped, so that it cannot end the element. */
export function graphText(things: Thing[]): string {
  const graph = { '@context': SCHEMA, '@graph': things }
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}

/**
 * A product, or a product group with its packs. `returns`: the return policy of its offers, where it
 * differs from the shop's.
 */
export function productThing(
  origin: string,
  product: Product,
  reviews: Review[],
  returns?: Thing,
): Thing {
  const { gtin } = product
  const variants = variantsOf(product)
  const about = aboutProduct(origin, product, reviews)
  const [image] = imageAddresses(origin, product)
  const [first] = variants
  // A barcode belongs to one pack; with several packs, it is not known to which.
  const code = variants.length < 2 && isGlobalGtin(gtin) && { gtin }
  const terms = { ...soldIn(product), ...(returns && { hasMerchantReturnPolicy: returns }) }
  if (product.packs.length === 0) {
    const offers = offer(origin, first, terms)
    return { ...about, '@type': 'Product', sku: product.sku, ...code, offers }
  }
  return {
    ...about,
    '@type': 'ProductGroup',
    productGroupID: product.sku,
    // schema.org has no such property for RAM and weight.
    variesBy: [`${SCHEMA}/size`],
    hasVariant: variants.map((variant) => ({
      '@type': 'Product',
      sku: variant.sku,
      name: `${product.name} ${variant.label}`,
      size: variant.label,
      ...code,
      ...(image !== undefined && { image }),
      offers: offer(origin, variant, terms),
    })),
  }
}

/** The page's breadcrumbs, with positions starting at 1. */
export function breadcrumbThing(origin: string, crumbs: Crumb[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(index < crumbs.length - 1 && { item: origin + path }),
    })),
  }
}

/** A page of a listing; `before` is the number of products on earlier pages. */
export function listingThing(
  origin: string,
  page: { name: string; path: string; before: number; productIds: string[] },
): Thing {
  return {
    '@type': 'CollectionPage',
    '@id': origin + page.path,
    name: page.name,
    url: origin + page.path,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: page.productIds.map((id, index) => ({
        '@type': 'ListItem',
        position: page.before + index + 1,
        url: origin + productPath(id),
      })),
    },
  }
}

/** The shop's id in the graph. */
export const storeId = (origin: string) => `${origin}/#store`

function aboutProduct(origin: string, product: Product, reviews: Review[]): Thing {
  const { id, name, brand, description, reviewCount, reviewAverage } = product
  const url = origin + productPath(id)
  const images = imageAddresses(origin, product)
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name,
    ...(description && { description }),
    url,
    ...(images.length > 0 && { image: images }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(reviewAverage !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: Number(reviewAverage.toFixed(1)),
        reviewCount,
        bestRating: 5,
      },
    }),
    ...(reviews.length > 0 && { review: reviews.map(reviewThing) }),
  }
}

/** The pictures, best first, each in its own shape and as wide crop. */
function imageAddresses(origin: string, { pictures }: Product): string[] {
  const files = pictures.flatMap((picture) => [largestFile(picture), previewFile(picture.id)])
  return files.map((file) => `${origin}/uploads/${file}`)
}

function reviewThing(review: Review): Thing {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: review.customerName },
    datePublished: indianDay(review.createdAt),
    reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5 },
    ...(review.text && { reviewBody: review.text }),
  }
}

function offer(origin: string, variant: Variant, terms: Terms): Thing {
  const specifications = priceSpecifications(variant)
  return {
    '@type': 'Offer',
    url: origin + variant.path,
    price: decimalPrice(variant.pricePaise),
    priceCurrency: 'INR',
    availability: `${SCHEMA}/${variant.stock === 0 ? 'OutOfStock' : 'InStock'}`,
    itemCondition: `${SCHEMA}/NewCondition`,
    seller: { '@id': storeId(origin) },
    ...(variant.saleUntil !== undefined && { priceValidUntil: indianMoment(variant.saleUntil) }),
    ...(specifications.length > 0 && { priceSpecification: specifications }),
    ...terms,
  }
}

/** What holds for all offers of a product. */
type Terms = {
  eligibleRegion?: string | string[] | undefined
  hasMerchantReturnPolicy?: Thing | undefined
}

/** The countries in which alone a product is sold, by their codes; too many to name are left out. */
function soldIn({ countries }: Product): Terms {
  const isNamed = countries.length > 0 && countries.length <= MAX_SAID
  return isNamed ? { eligibleRegion: oneOrAll(countries.map(countryCode)) } : {}
}

/**
 * The price before a sale, and the price per kilogram or litre. The current price is in the offer
 * itself.
 */
function priceSpecifications(variant: Variant): Thing[] {
  const { label, pricePaise } = variant
  const regular = regularPaise(variant)
  const specifications: Thing[] = []
  if (regular !== undefined) {
    const struck = { ...priceOf(regular), priceType: `${SCHEMA}/StrikethroughPrice` }
    specifications.push(struck)
  }
  const perUnit = unitPrice(pricePaise, label)
  if (perUnit) {
    const { amount, unit } = perUnit.measure
    const [small, large] = unit === 'g' ? ['GRM', 'KGM'] : ['MLT', 'LTR']
    const reference = {
      ...quantity(amount, small),
      valueReference: quantity(1, large),
    }
    specifications.push({ ...priceOf(pricePaise), referenceQuantity: reference })
  }
  return specifications
}

const priceOf = (paise: number): Thing => ({
  '@type': 'UnitPriceSpecification',
  price: decimalPrice(paise),
  priceCurrency: 'INR',
})

const quantity = (value: number, unitCode: string | undefined): Thing => ({
  '@type': 'QuantitativeValue',
  value,
  unitCode,
})
