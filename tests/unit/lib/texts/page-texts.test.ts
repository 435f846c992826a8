import { expect, test } from 'vitest'
import {
  homeDescription,
  homeTitle,
  listingDescription,
  listingName,
  listingTitle,
  productDescription,
  productTitle,
} from '#lib/texts/page/pages.ts'
import type { Product } from '#lib/catalogue/product.ts'
import { UNNAMED_SHOP } from '#lib/shop.ts'
import { variantsOf } from '#lib/catalogue/variant.ts'
import { aPack, aProduct } from '#tests/support/a-product.ts'

const titled = (product: Product, apart = '') => ({
  product,
  variant: variantsOf(product)[0],
  apart,
})
const shop = { ...UNNAMED_SHOP, area: 'Pune' }

test('the title of a product has its brand first unless the name has it, and its pack', () => {
  const product = aProduct({ name: 'Toor Dal', brand: 'Chulhavali', unit: '500 g' })
  expect(productTitle(titled(product), shop)).toBe('Chulhavali Toor Dal 500 g | Kirana')
  const named = aProduct({ name: 'CHULHAVALI dal 1 kg', packs: [aPack('1 kg', 100)] })
  expect(productTitle(titled(named), shop)).toBe('CHULHAVALI dal 1 kg | Kirana')
})

test('a title past 90 characters loses the brand, then the end of the name, and says the SKU', () => {
  const name = 'Hand-pounded red rice from the hills above Almora, aged for two years'
  const titles = ['Anna & Sons of Haldwani', 'Tara & Daughters of Nainital'].map((brand, at) =>
    productTitle(titled(aProduct({ name, brand, unit: '1 kg', sku: `RICE-${at}` })), shop),
  )
  expect(titles).toEqual([`${name} 1 kg, RICE-0 | Kirana`, `${name} 1 kg, RICE-1 | Kirana`])
  const long = aProduct({ name: `${name} `.repeat(4), brand: '', unit: '1 kg', sku: 'RICE-9' })
  expect(productTitle(titled(long), shop)).toBe(`${name}... 1 kg, RICE-9 | Kirana`)
  const word = aProduct({ name: '😀'.repeat(200), brand: '', unit: '', sku: 'S' })
  expect(productTitle(titled(word), shop)).toMatch(/^(😀)+\.\.\., S \| Kirana$/u)
  const shelf = listingName({ name: 'Shelf '.repeat(30).trim(), parent: { name: 'Parent' } })
  expect(listingTitle(shelf, 2, shop)).toMatch(/^(Shelf )+Shelf\.\.\. online, page 2 \| Kirana$/)
})

test('the description of a product says what it is, pack, price and delivery in 155 characters', () => {
  const product = aProduct({ description: 'Split pigeon peas,\n\nunpolished and '.repeat(40) })
  const text = productDescription(titled(product), shop)
  expect(text).toMatch(/^Chulhavali Toor Dal 500 g at ₹84\. Split pigeon peas, unpolished/)
  expect(text).toMatch(/\.\.\. Delivered in Pune by Kirana\.$/)
  expect(text.length).toBeLessThanOrEqual(155)
  expect(text.length).toBeGreaterThanOrEqual(120)
})

test('a listing names its page from the second on', () => {
  expect(listingTitle('Fruit', 1, shop)).toBe('Fruit online | Kirana')
  expect(listingTitle('Fruit', 2, shop)).toBe('Fruit online, page 2 | Kirana')
  expect(listingTitle('Organic', 2, shop, true)).toBe(
    'Organic: all products online, page 2 | Kirana',
  )
  expect(listingName({ name: 'Salt', parent: { name: 'Spices' } })).toBe('Salt, Spices')
})

test('a listing says how many, two sub-categories, and from which price', () => {
  const list = {
    total: 30,
    lowestPaise: 4550,
    cards: [aProduct(), aProduct(), aProduct()],
    children: [{ name: 'Toor' }, { name: 'Urad' }, { name: 'Moong' }],
  }
  expect(listingDescription('Dal', 1, list, shop)).toMatch(
    /^30 products in Dal from ₹45\.50: Toor, Urad and more\. /,
  )
  expect(listingDescription('Dal', 2, list, shop)).toMatch(
    /^30 products in Dal from ₹45\.50, page 2: Toor Dal, Toor Dal and more\. /,
  )
})

test('more is promised only where there is more than is named', () => {
  const one = { total: 1, lowestPaise: 48_000, cards: [aProduct()], children: [] }
  expect(listingDescription('Dal', 1, one, shop)).toMatch(
    /^1 product in Dal from ₹480: Toor Dal\. Order/,
  )
  const category = (name: string) => ({ id: name, name, picture: null, children: [] })
  expect(homeDescription(shop, [category('Dal'), category('Rice')])).toMatch(/^Dal, Rice\. /)
  expect(homeDescription(shop, [...'abcde'].map(category))).toMatch(/^a, b, c, d and more\. /)
})

test('an empty listing and an empty shop have texts too', () => {
  const empty = { total: 0, lowestPaise: undefined, cards: [], children: [] }
  expect(listingDescription('Dal', 1, empty, shop)).toMatch(/^0 products in Dal: Order online/)
  expect(homeTitle(shop)).toBe('Kirana: groceries delivered in Pune')
  expect(homeDescription(shop, [])).toMatch(/^Everyday groceries\./)
})
