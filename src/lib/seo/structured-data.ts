import { indianDay, indianMoment } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import { largestFile, previewFile } from '#lib/catalogue/picture.ts'
import type { Product, Review } from '#lib/catalogue/product.ts'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import { productPath, type Variant, variantsOf } from '#lib/catalogue/variant.ts'

/** A node of a JSON-LD graph. */
export type Thing = { '@type': string; [property: string]: unknown }

/** A step of the trail that the page shows; the last one is the page itself. */
export type Crumb = { name: string; path: string }

/** The vocabulary's address. */
export const SCHEMA = 'https://schema.org'

/** The graph as text for its script element: `<` cannot end the element. */
export function graphText(things: Thing[]): string {
  const graph = { '@context': SCHEMA, '@graph': things }
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}

/** A product, or a group of its packs. */
export function productThing(origin: string, product: Product, reviews: Review[]): Thing {
  const variants = variantsOf(product)
  const about = aboutProduct(origin, product, reviews)
  const [image] = imageAddresses(origin, product)
  const [first] = variants
  if (product.packs.length === 0) {
    const single = { '@type': 'Product', sku: product.sku, offers: offer(origin, first) }
    return { ...about, ...single }
  }
  return {
    ...about,
    '@type': 'ProductGroup',
    productGroupID: product.sku,
    // RAM and weight have no property of their own there.
    variesBy: [`${SCHEMA}/size`],
    hasVariant: variants.map((variant) => ({
      '@type': 'Product',
      sku: variant.sku,
      name: `${product.name} ${variant.label}`,
      size: variant.label,
      ...(image !== undefined && { image }),
      offers: offer(origin, variant),
    })),
  }
}

/** The trail that the page shows, positions from 1. */
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

/** A page of a listing; `before` products stand on the pages before it. */
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

/** Where the graph names the shop. */
export const storeId = (origin: string) => `${origin}/#store`

function aboutProduct(origin: string, product: Product, reviews: Review[]): Thing {
  const { id, name, brand, description, gtin, reviewCount, reviewAverage } = product
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
    ...(gtin && { gtin }),
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

/** Best first, each in its own shape and as the wide crop. */
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

function offer(origin: string, variant: Variant): Thing {
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
  }
}

/** The old price struck through, and the price per kilogram or litre; the active price is the offer's. */
function priceSpecifications({ label, pricePaise, oldPricePaise }: Variant): Thing[] {
  const specifications: Thing[] = []
  if (oldPricePaise !== null && oldPricePaise > pricePaise) {
    const struck = { ...priceOf(oldPricePaise), priceType: `${SCHEMA}/StrikethroughPrice` }
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
