import { parseTime } from '#lib/server/import/read/product/sale-times.ts'
import {
  categoryPath,
  commaList,
  type ForeignOption,
  type ForeignProduct,
  type ForeignRow,
  pictureName,
  type Sources,
} from './foreign-product.ts'

const TIMES = ['date sale price starts', 'date sale price ends']

export const WOOCOMMERCE_SOURCES: Sources = {
  brand: ['brands', 'brand'],
  subcategory: ['categories'],
  description: ['description', 'short description'],
  oldprice: ['sale price'],
  stock: ['stock', 'in stock?'],
  unit: ['weight (kg)'],
  featured: ['is featured?'],
  aliases: ['tags'],
  gtin: ['gtin, upc, ean, or isbn'],
  ...{ saleprice: TIMES, salefrom: TIMES, saleuntil: TIMES },
}

/** Reads WooCommerce's product export: variations name their parent by SKU, or as `id:` and its number. */
export function groupWooCommerce(rows: ForeignRow[]): {
  products: ForeignProduct[]
  drafts: number
} {
  const variations = Map.groupBy(rows.filter(isVariation), (row) => row.get('parent'))
  const parents = rows.filter((row) => !isVariation(row) && row.get('name') !== '')
  const live = parents.filter((row) => row.get('published') === '1')
  const products = live.map((row) => {
    const byId = variations.get(`id:${row.get('id')}`) ?? []
    const bySku = row.get('sku') === '' ? [] : (variations.get(row.get('sku')) ?? [])
    const own = [...byId, ...bySku].filter(isEnabled)
    return toProduct(
      row,
      own.sort((a, b) => a.line - b.line),
    )
  })
  return { products, drafts: parents.length - live.length }
}

const isVariation = (row: ForeignRow) => /(^|,\s*)variation\b/i.test(row.get('type'))
const isEnabled = (row: ForeignRow) => row.get('published') === '1'

function toProduct(row: ForeignRow, variations: ForeignRow[]): ForeignProduct {
  const [firstCategory = ''] = commaList(row.get('categories'))
  const path = categoryPath(firstCategory)
  const kilograms = row.get('weight (kg)')
  const options = variations.length > 0 ? variations : [row]
  const pictures = [row, ...variations].flatMap((one) => commaList(one.get('images')))
  return {
    line: row.line,
    sku: row.get('sku') || `wc-${row.get('id')}`,
    name: row.get('name'),
    brand: row.get('brands', 'brand'),
    category: path.category || 'Other',
    subcategory: path.subcategory,
    // WooCommerce writes line breaks as \n.
    description: row.get('description', 'short description').replaceAll(String.raw`\n`, '\n'),
    images: [...new Set(pictures.map(pictureName))],
    optionName: row.get('attribute 1 name'),
    options: options.map((option) => toOption(option, variations.length > 0)),
    unit: kilograms === '' ? '' : `${kilograms} kg`,
    featured: row.get('is featured?') === '1',
    aliases: commaList(row.get('tags')),
    gtin: row.get('gtin, upc, ean, or isbn'),
  }
}

function toOption(row: ForeignRow, isVariation: boolean): ForeignOption {
  const values = [1, 2, 3].map((number) => row.get(`attribute ${number} value(s)`))
  const regular = row.get('regular price')
  const reduced = row.get('sale price')
  const from = timeOf(row.get('date sale price starts'))
  const until = timeOf(row.get('date sale price ends'))
  const isTimed = reduced !== '' && regular !== '' && (from !== '' || until !== '')
  const isOver = (parseTime(until, true) ?? Infinity) < Date.now()
  const isSoldOut = row.get('in stock?') === '0'
  return {
    label: isVariation ? values.filter((value) => value !== '').join(' / ') : '',
    price: isTimed ? regular : reduced || regular,
    oldPrice: isTimed ? '' : regular,
    stock: isSoldOut ? '0' : row.get('stock').replace(/^-\d+$/, '0'),
    sale: isTimed && !isOver ? { price: reduced, from, until } : undefined,
  }
}

/** A sale lasts from midnight to the last second of a day, or between times that are given. */
const timeOf = (text: string) =>
  text.replace(/ (00:00|23:59)(:\d\d)?$/, '').replace(/(:\d\d):\d\d$/, '$1')
