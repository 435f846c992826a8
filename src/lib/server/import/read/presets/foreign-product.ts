import { makeSku } from '#lib/server/import/read/columns/map.ts'
import { composed } from '#lib/server/import/read/pictures/image-name.ts'
import type { Column } from '#lib/server/import/read/columns/columns.ts'

/** A row of another shop's file: texts by column name, whatever its case. */
export type ForeignRow = {
  line: number
  /** The text of the first of these columns that is not empty; names of columns differ between versions. */
  get: (...columns: string[]) => string
}

/**
 * Columns of an export from which a column of ours is made. If it has none of them, and no product has a value, the
 * other shop knows nothing of it, and products keep what editors gave them here.
 */
export type Sources = Partial<Record<Column, readonly string[]>>

/** One variant that can be bought in the other shop; prices as written there. */
export type ForeignOption = {
  label: string
  price: string
  oldPrice: string
  /** Empty if it is not tracked. */
  stock: string
  /** A price for a time, besides the usual one. */
  sale?: ForeignSale | undefined
}

/** Times as in products.csv; empty if it has begun, or does not end. */
type ForeignSale = { price: string; from: string; until: string }

/** A product of another shop, with the rows of its options put together. */
export type ForeignProduct = {
  line: number
  sku: string
  name: string
  brand: string
  category: string
  subcategory: string
  description: string
  /** File names, without folders. */
  images: string[]
  /** The name of what shoppers choose by, such as Size. */
  optionName: string
  options: ForeignOption[]
  unit: string
  featured: boolean
  aliases: string[]
  gtin: string
}

/** The product as a row of products.csv. */
export function toTexts(product: ForeignProduct): Partial<Record<Column, string>> {
  const { brand, category, subcategory, description, images, name, options } = product
  const [first] = options
  const texts = {
    ...saleColumns(options),
    ...{ name, brand, category, subcategory, description },
    sku: skuOf(product.sku, name),
    images: images.join('|'),
    featured: product.featured ? 'yes' : '',
    aliases: product.aliases.map(inList).join('|'),
    gtin: /^(\d{8}|\d{12,14})$/.test(product.gtin) && options.length < 2 ? product.gtin : '',
  }
  if (!first || options.length < 2) {
    const { price = '', stock = '' } = first ?? {}
    return {
      ...texts,
      price,
      oldprice: oldPriceOf(first),
      stock,
      unit: first?.label || product.unit,
    }
  }
  const packs = options.map((option) => {
    const old = oldPriceOf(option)
    return `${labelOf(option)}=${option.price}${old === '' ? '' : `/${old}`}`
  })
  const isTracked = options.some(({ stock }) => stock !== '')
  return {
    ...texts,
    [choiceOf(product.optionName)]: packs.join('|'),
    stock: isTracked ? options.map(({ stock }) => stock).join('|') : '',
    unit: labelOf(first),
  }
}

/** A product has one time for all sales: a pack on sale at another time keeps its usual price. */
function saleColumns(options: ForeignOption[]): Partial<Record<Column, string>> {
  const sale = options.find((option) => option.sale)?.sale
  if (!sale) return {}
  const { from, until } = sale
  const prices = options.map((option) =>
    option.sale?.from === from && option.sale.until === until ? option.sale.price : '',
  )
  return { saleprice: prices.join('|'), salefrom: from, saleuntil: until }
}

/** One of our three kinds of choices; whatever is neither RAM nor weight is a size. */
function choiceOf(optionName: string): 'ram' | 'size' | 'weight' {
  if (/\b(ram|memory)\b/i.test(optionName)) return 'ram'
  return /weight|pack|quantity|volume/i.test(optionName) ? 'weight' : 'size'
}

const inList = (text: string) => text.replaceAll('|', '/').trim()
const labelOf = ({ label }: ForeignOption) => inList(label).replaceAll('=', '-')

/** Other shops may keep an old price that is no higher than the price. */
function oldPriceOf(option: ForeignOption | undefined): string {
  if (!option) return ''
  return Number(option.oldPrice) > Number(option.price) ? option.oldPrice : ''
}

/** Far longer than any SKU that is kept as it is. */
const LONG_SKU = 200

function skuOf(sku: string, name: string): string {
  if (sku.length > LONG_SKU) return makeSku(`${name} ${sku}`.trim(), '')
  const clean = sku.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '')
  return clean === '' || clean.length > 50 ? makeSku(`${name} ${sku}`.trim(), '') : clean
}

/** The file name in a picture's address. */
export function pictureName(address: string): string {
  const [path = ''] = address.trim().split(/[?#]/, 1)
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return composed(decodeURIComponent(name))
  } catch {
    return composed(name)
  }
}

/** The items of a list separated by commas. */
export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** `Food > Grains > Rice`: the first name is the category, the last the sub-category. */
export function categoryPath(text: string): { category: string; subcategory: string } {
  const names = text
    .split('>')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const [category = ''] = names
  const last = names.at(-1) ?? ''
  return { category, subcategory: last === category ? '' : last }
}
