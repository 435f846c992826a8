import { isMonthFirst, withPoint } from './dates-and-prices.ts'
import { type ListHead, MATCHED, type Matched, type Matching, type MoneyUnit } from './matching.ts'

/**
 * Names that other shops and suppliers use for our columns, in lower case without signs and spaces, the best
 * first. A name listed for several columns goes to the first one that has no better match.
 */
const NAMES: Partial<Record<Matched, string[]>> = {
  sku: [
    'sku',
    'itemcode',
    'productcode',
    'articlecode',
    'code',
    'itemid',
    'productid',
    'id',
    'index',
  ],
  name: ['name', 'productname', 'itemname', 'product', 'item', 'title', 'itemdescription'],
  brand: ['brand', 'brandname', 'manufacturer', 'company', 'vendor'],
  category: ['category', 'categoryname', 'department', 'group', 'itemgroup'],
  subcategory: ['subcategory', 'subcategoryname', 'subgroup', 'subdepartment'],
  description: ['description', 'details', 'about', 'longdescription', 'productdescription'],
  price: [
    ...['price', 'sellingprice', 'offerprice', 'saleprice', 'unitprice', 'retailprice', 'sp'],
    ...['pricers', 'priceinr', 'pricepaise', 'rate', 'mrp'],
  ],
  oldprice: ['oldprice', 'mrp', 'marketprice', 'listprice', 'maximumretailprice', 'regularprice'],
  saleprice: ['saleprice', 'offerprice', 'discountedprice'],
  images: ['images', 'image', 'picture', 'photo'],
  stock: ['stock', 'quantity', 'qty', 'closingstock', 'inventory', 'onhand', 'available'],
  unit: ['unit', 'packsize', 'uom', 'netweight', 'weight', 'size', 'pack'],
  gtin: ['gtin', 'ean', 'barcode', 'upc', 'ean13'],
  rating: ['rating', 'stars'],
  hsn: ['hsn', 'hsncode', 'hsnsac'],
  gst: ['gst', 'gstrate', 'gstpercent', 'tax', 'taxrate'],
  veg: ['veg', 'foodtype'],
  origin: ['origin', 'countryoforigin', 'madein'],
  shelflife: ['shelflife', 'bestbefore'],
  reorder: ['reorder', 'reorderlevel', 'reorderpoint', 'minimumstock', 'minstock'],
  cost: ['cost', 'costprice', 'purchaseprice', 'purchaserate', 'buyingprice', 'landingcost'],
  aliases: ['aliases', 'tags', 'keywords', 'searchterms'],
}

/** Guesses the columns of a list from their names, and the unit of prices from the values. */
export function guessMatching({ names, rows }: ListHead): Matching {
  const plain = new Map(names.map((name) => [plainName(name), name]))
  const columns: Record<string, Matched> = {}
  for (const column of MATCHED) {
    const known = NAMES[column]?.map((name) => plain.get(name))
    const found = known?.find((name) => name !== undefined && !Object.hasOwn(columns, name))
    if (found !== undefined) columns[found] = column
  }
  const at = names.findIndex((name) => columns[name] === 'price')
  const prices = rows.map((row) => row[at] ?? '')
  return { columns, values: {}, unit: guessUnit(names[at] ?? '', prices), ...guessWays(rows) }
}

/** A date in digits whose first two numbers could be day or month. */
const DAY = /^\d{1,2}([/.-])\d{1,2}\1(\d{4}|\d{2})\b/

/** How a list writes dates and decimals, if its first rows have any that are ambiguous. */
export function guessWays(rows: readonly string[][]): Pick<Matching, 'dates' | 'decimals'> {
  const cells = rows.flat()
  const days = cells.filter((cell) => DAY.test(cell))
  const hasComma = cells.some((cell) => withPoint(cell) !== cell)
  return {
    ...(days.length > 0 && { dates: days.some(isMonthFirst) ? 'month first' : 'day first' }),
    ...(hasComma && { decimals: 'comma' }),
  }
}

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * If the median of prices without decimals is at least this, they are in paise: most groceries cost less than as
 * many rupees.
 */
const MIN_PAISE = 3000

function guessUnit(name: string, prices: string[]): MoneyUnit {
  if (/paise|paisa/i.test(name)) return 'paise'
  const said = prices.map((price) => withPoint(price.trim()).replaceAll(',', '')).filter(Boolean)
  if (said.some((price) => !/^\d+$/.test(price))) return 'rupees'
  const ordered = said.map(Number).sort((a, b) => a - b)
  return (ordered[Math.floor(ordered.length / 2)] ?? 0) >= MIN_PAISE ? 'paise' : 'rupees'
}
