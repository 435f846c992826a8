import { describe, expect, test } from 'vitest'
import { decimalPrice } from '#lib/money.ts'
import { UNNAMED_SHOP } from '#lib/shop.ts'
import { blogPostingThing } from '#lib/seo/content-data.ts'
import type { Product } from '#lib/catalogue/product.ts'
import { returnDays } from '#lib/catalogue/returns.ts'
import { ownReturnPolicy } from '#lib/seo/return-policy.ts'
import { storeThings } from '#lib/seo/store-data.ts'
import { breadcrumbThing, graphText, listingThing, productThing } from '#lib/seo/structured-data.ts'
import { previewFile } from '#lib/catalogue/picture.ts'
import { variantsOf } from '#lib/catalogue/variant.ts'
import { aPack, aProduct } from '#tests/support/a-product.ts'

const ORIGIN = 'https://shop.example'
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a product without packs', () => {
  test('offers its price with two decimals, in rupees, new and in stock', () => {
    expect(asJson(productThing(ORIGIN, aProduct({ pricePaise: 14900 }), []))).toMatchObject({
      '@type': 'Product',
      name: 'Toor Dal',
      sku: 'DAL-001',
      brand: { '@type': 'Brand', name: 'Chulhavali' },
      offers: {
        '@type': 'Offer',
        url: 'https://shop.example/product/toor-dal',
        price: '149.00',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        seller: { '@id': 'https://shop.example/#store' },
      },
    })
  })

  test('is out of stock when stock is tracked and 0', () => {
    expect(asJson(productThing(ORIGIN, aProduct({ stock: 0 }), []))).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock' },
    })
  })

  test('names the price before a sale as struck through, and the price per kilogram', () => {
    const prices = { pricePaise: 6200, oldPricePaise: 7000, usualPaise: 7000 }
    const product = aProduct({ ...prices, unit: '500 g' })
    expect(asJson(productThing(ORIGIN, product, []))).toMatchObject({
      offers: {
        price: '62.00',
        priceSpecification: [
          { price: '70.00', priceType: 'https://schema.org/StrikethroughPrice' },
          {
            price: '62.00',
            referenceQuantity: {
              value: 500,
              unitCode: 'GRM',
              valueReference: { value: 1, unitCode: 'KGM' },
            },
          },
        ],
      },
    })
  })

  test('never names the printed MRP as a price of before, nor another than is struck through (E30)', () => {
    const mrp = { pricePaise: 8000, oldPricePaise: 10_000, unit: '' }
    for (const prices of [mrp, { ...mrp, usualPaise: 9000 }]) {
      const offer = asJson(productThing(ORIGIN, aProduct(prices), []))
      expect(offer).toMatchObject({ offers: { price: '80.00' } })
      expect(JSON.stringify(offer)).not.toContain('priceSpecification')
    }
  })

  test('has no rating, brand or barcode that it does not have', () => {
    const thing = productThing(ORIGIN, aProduct({ brand: '', initialRating: 4.5 }), [])
    expect(Object.keys(thing)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/aggregateRating|review|brand|gtin/)]),
    )
  })

  test('names its barcode, also of an only pack, and none of several: each has its own', () => {
    const gtin = '8901234567890'
    const pack = aPack('1 kg', 6200)
    expect(productThing(ORIGIN, aProduct({ gtin }), [])).toMatchObject({ gtin })
    const only = productThing(ORIGIN, aProduct({ gtin, packs: [pack] }), [])
    expect(only).toMatchObject({ hasVariant: [{ gtin }] })
    expect(only, 'the group has none').not.toHaveProperty('gtin')
    const group = productThing(ORIGIN, aProduct({ gtin, packs: [pack, aPack('5 kg', 9000)] }), [])
    expect(JSON.stringify(group)).not.toContain(gtin)
  })

  test('tells nobody else the barcode that the shop printed itself', () => {
    const own = ['2001234567893', '0212345678905', '212345678905', '20012342', '9912345678905']
    for (const gtin of own)
      expect(productThing(ORIGIN, aProduct({ gtin }), [])).not.toHaveProperty('gtin')
    for (const gtin of ['96385074', '036000291452', '10012345678902'])
      expect(productThing(ORIGIN, aProduct({ gtin }), [])).toMatchObject({ gtin })
  })

  test('says in which countries alone it is sold', () => {
    const offersOf = (countries: string[]) =>
      productThing(ORIGIN, aProduct({ countries }), [])['offers']
    expect(offersOf(['Nepal'])).toMatchObject({ eligibleRegion: 'NP' })
    expect(offersOf(['India', 'Nepal'])).toMatchObject({ eligibleRegion: ['IN', 'NP'] })
    expect(offersOf([])).not.toHaveProperty('eligibleRegion')
  })

  test('counts its reviews, and shows them', () => {
    const said = {
      customerName: 'Meera',
      text: 'Good',
      rating: 4,
      createdAt: Date.parse('2026-11-04T20:00:00Z'),
    }
    const review = { id: 'r', productId: 'dal', customerId: 'u', editedAt: null, isVerified: false }
    const product = aProduct({ reviewCount: 1, reviewAverage: 4 })
    expect(productThing(ORIGIN, product, [{ ...review, ...said }])).toMatchObject({
      aggregateRating: { ratingValue: 4, reviewCount: 1, bestRating: 5 },
      review: [{ author: { name: 'Meera' }, datePublished: '2026-11-05', reviewBody: 'Good' }],
    })
  })
})

describe('a product with packs', () => {
  const packs = [aPack('500 g', 6200), aPack('1 kg', 11800, { oldPricePaise: 13000, stock: 0 })]
  const product = aProduct({ packs, packKind: 'weight' })

  test('is a group whose variants each have their own sku, address, price and stock', () => {
    expect(asJson(productThing(ORIGIN, product, []))).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'DAL-001',
      variesBy: ['https://schema.org/size'],
      hasVariant: [
        {
          sku: 'DAL-001-500-g',
          name: 'Toor Dal 500 g',
          size: '500 g',
          offers: { url: 'https://shop.example/product/toor-dal?variant=500-g', price: '62.00' },
        },
        {
          sku: 'DAL-001-1-kg',
          offers: { price: '118.00', availability: 'https://schema.org/OutOfStock' },
        },
      ],
    })
  })

  test('has the prices that its page shows', () => {
    const shown = variantsOf(product).map((variant) => decimalPrice(variant.pricePaise))
    const thing = asJson(productThing(ORIGIN, product, []))
    expect(thing).toMatchObject({ hasVariant: shown.map((price) => ({ offers: { price } })) })
  })
})

test('a breadcrumb counts from 1, and its last step is the page itself', () => {
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Fruit', path: '/category/fruit' },
  ]
  expect(breadcrumbThing(ORIGIN, crumbs)['itemListElement']).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
    { '@type': 'ListItem', position: 2, name: 'Fruit' },
  ])
})

test('positions in a listing go on from the page before', () => {
  const page = { name: 'Fruit', path: '/category/fruit/page/2', before: 24, productIds: ['mango'] }
  expect(listingThing(ORIGIN, page)).toMatchObject({
    '@type': 'CollectionPage',
    mainEntity: {
      itemListElement: [{ position: 25, url: 'https://shop.example/product/mango' }],
    },
  })
})

test('the store says how returns work, and leaves out what the shop has not told', () => {
  const [unnamed] = storeThings(ORIGIN, UNNAMED_SHOP, [])
  expect(unnamed).toMatchObject({ '@type': 'OnlineStore' })
  expect(unnamed).not.toHaveProperty('address')
  expect(unnamed, 'it has never spoken of returns').not.toHaveProperty('hasMerchantReturnPolicy')
  const [refusing] = storeThings(ORIGIN, { ...UNNAMED_SHOP, returndays: 0 }, [])
  expect(refusing).toMatchObject({
    hasMerchantReturnPolicy: {
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
    },
  })
  const [returning] = storeThings(ORIGIN, { ...UNNAMED_SHOP, returndays: 7 }, [])
  expect(returning).toMatchObject({ hasMerchantReturnPolicy: { merchantReturnDays: 7 } })
  expect(JSON.stringify(returning), 'how, and at whose cost').not.toMatch(/returnMethod|returnFees/)
  const [free] = storeThings(ORIGIN, { ...UNNAMED_SHOP, returndays: 7, freereturns: true }, [])
  expect(free).toMatchObject({
    hasMerchantReturnPolicy: { returnFees: 'https://schema.org/FreeReturn' },
  })
})

test('fresh food says that it is not taken back, where the rest of the shop is', () => {
  const shop = { ...UNNAMED_SHOP, returndays: 7, noreturns: ['vegetables', 'Dairy > Milk'] }
  const place = (category: string, subcat?: string) => ({
    category: { id: 'c', name: category },
    subcat: subcat === undefined ? null : { id: 's', name: subcat },
  })
  const policyOf = (product: Product) =>
    JSON.stringify(productThing(ORIGIN, product, [], ownReturnPolicy(shop, product)))
  const packs = [aPack('500 g', 1000), aPack('1 kg', 1900)]
  const fresh = aProduct({ ...place('Vegetables', 'Leafy Greens'), packs })
  expect(policyOf(fresh).match(/MerchantReturnNotPermitted/g), 'each offer').toHaveLength(2)
  expect(returnDays(shop, fresh)).toBe(0)
  const ghee = aProduct(place('Dairy', 'Ghee'))
  expect(policyOf(ghee)).not.toContain('MerchantReturn')
  expect(returnDays(shop, ghee)).toBe(7)
  expect(policyOf(aProduct(place('Dairy', 'Milk')))).toContain('MerchantReturnNotPermitted')
  expect(returnDays({ ...shop, noreturns: ['dal-001'] }, ghee), 'a single SKU').toBe(0)
})

test('the store promises delivery where it delivers, and nowhere else', () => {
  const destination = (countries: string[], pins: string[]) =>
    JSON.stringify(storeThings(ORIGIN, { ...UNNAMED_SHOP, countries }, pins)[0]).match(
      /"shippingDestination":(.*?),"shippingRate"/,
    )?.[1]
  const region = (code: string, more = '') =>
    `{"@type":"DefinedRegion","addressCountry":"${code}"${more}}`
  expect(destination(['India'], [])).toBe(region('IN'))
  const pune = ',"postalCodePrefix":["411","412"]'
  expect(destination(['India'], ['411', '412'])).toBe(region('IN', pune))
  expect(destination(['India', 'Nepal'], [])).toBe(`[${region('IN')},${region('NP')}]`)
  const all = ['1', '2', '3', '4', '411', '5', '6', '7', '8', '9']
  expect(destination(['India'], all), 'prefixes of all of India').toBe(region('IN'))
  expect(destination(['India'], ['41', '411', '412'])).toBe(
    region('IN', ',"postalCodePrefix":["41"]'),
  )
  const many = Array.from({ length: 21 }, (_, at) => String(110_001 + at))
  expect(destination(['India'], many), 'more than home has room for').toBe(undefined)
})

test('an article has the picture that chat apps show of it, where there is one', () => {
  const about = { id: 'dal', title: 'On dal', description: 'Dal.', publishedOn: null, changedAt: 0 }
  const article = { kind: 'blog' as const, ...about }
  const picture = { id: 'aaaaaaaaaaaaaaaa', width: 600, height: 600, alt: '' }
  const image = `${ORIGIN}/uploads/${previewFile(picture.id)}`
  expect(blogPostingThing(ORIGIN, article, UNNAMED_SHOP, picture)).toMatchObject({ image })
  expect(blogPostingThing(ORIGIN, article, UNNAMED_SHOP)).not.toHaveProperty('image')
})

test('no text can end the script element (A01)', () => {
  const name = '</script><script>alert(1)</script><!--'
  const text = graphText([productThing(ORIGIN, aProduct({ name }), [])])
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toMatchObject({ '@graph': [{ name }] })
})
