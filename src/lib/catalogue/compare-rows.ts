import { pageTexts } from '#lib/texts/page/page-texts.ts'
import { priceText } from '#lib/money.ts'
import type { Product } from './product.ts'
import { specificationsOf } from './specifications.ts'
import { unitPrice } from './unit-price.ts'
import { variantsOf } from './variant.ts'

/** One row of the comparison: a value for each product, '' if a product has none. */
export type CompareRow = {
  label: string
  values: string[]
  isDifferent: boolean
  /** Whole stars of each product, 0 without a rating: they are drawn in place of the words. */
  stars?: number[]
}

/** The rows of a comparison; those without any value are left out. */
export function compareRows(products: Product[]): CompareRow[] {
  const names = pageTexts.compareRows
  const row = (label: string, valueOf: (product: Product) => string): CompareRow => {
    const values = products.map(valueOf)
    return { label, values, isDifferent: new Set(values).size > 1 }
  }
  const rows = [
    row(names.price, ({ pricePaise }) => priceText(pricePaise)),
    row(names.unitPrice, perUnit),
    row(names.brand, ({ brand }) => brand),
    {
      ...row(names.rating, ({ rating }) => (rating > 0 ? pageTexts.rating(rating) : '')),
      stars: products.map(({ rating }) => rating),
    },
    row(names.packs, (product) =>
      variantsOf(product)
        .map(({ label }) => label)
        .join(', '),
    ),
    row(names.stock, ({ isInStock }) => (isInStock ? pageTexts.inStock : pageTexts.outOfStock)),
    ...specificationKeys(products).map((key) =>
      row(key, (product) => specification(product, key, products)),
    ),
  ]
  return rows.filter(({ values }) => values.some((value) => value !== ''))
}

function perUnit(product: Product): string {
  const [{ label, pricePaise }] = variantsOf(product)
  const price = unitPrice(pricePaise, label)
  return price ? `${priceText(price.paise)} / ${price.per}` : ''
}

/** In the order in which products name them. */
function specificationKeys(products: Product[]): string[] {
  return [
    ...new Set(
      products.flatMap((product) => specificationsOf(product, products).map(({ key }) => key)),
    ),
  ]
}

function specification(product: Product, wanted: string, beside: Product[]): string {
  return specificationsOf(product, beside).find(({ key }) => key === wanted)?.value ?? ''
}
