import { COUNTRIES } from '#lib/checkout/countries.ts'
import type { Column } from '#lib/server/import/read/columns/columns.ts'
import { readCosts } from './costs.ts'
import { readImageName } from '#lib/server/import/read/pictures/image-name.ts'
import { readOffer } from './packs.ts'
import type { PriceUnits } from './prices.ts'
import type { ImportedProduct, RowTexts } from './product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowCheck } from './row-check.ts'
import { readSale } from './sale-times.ts'
import { readMark } from './stock.ts'

const LONGEST = { name: 300, line: 200, description: 20_000 }
const MOST = { images: 20, aliases: 50, countries: 300, specs: 50 }

/**
 * Reads the product that a row describes; what is wrong is noted in `check`. Fields without a column are empty
 * here and stay as they are in the shop (product-merge.ts).
 */
export function readProduct(
  check: RowCheck,
  text: RowTexts,
  units: PriceUnits,
  columns: ReadonlySet<Column>,
): ImportedProduct {
  const sku = readSku(check, text('sku'))
  const name = columns.has('name') ? readName(check, text('name')) : ''
  const line = (column: 'brand' | 'subcategory' | 'category' | 'unit' | 'origin' | 'shelflife') =>
    check.text(column, text(column), LONGEST.line)
  const brand = line('brand')
  const category = columns.has('category') ? readCategory(check, text) : ''
  const subcategory = line('subcategory')
  const description = check.text('description', text('description'), LONGEST.description)
  const offer = readSale(check, text, units.price, readOffer(check, text, units, columns))
  return {
    sku,
    name,
    brand,
    category,
    subcategory,
    description,
    ...offer,
    exported: readMark(check, text),
    isWithdrawn: readWithdrawn(check, text('withdrawn')),
    images: readImages(check, text('images')),
    countries: readCountries(check, text('countries')),
    unit: line('unit'),
    is_featured: readFeatured(check, text('featured')),
    aliases: readAliases(check, text('aliases')),
    gtin: readGtin(check, text('gtin')),
    initial_rating: readRating(check, text('rating')),
    specs: readSpecs(check, text('specs')),
    hsn: readHsn(check, text('hsn')),
    gst_percent: readGst(check, text('gst')),
    veg: readVeg(check, text('veg')),
    origin: line('origin'),
    shelflife: line('shelflife'),
    reorder: readReorder(check, text('reorder')),
    cost: readCosts(check, text('cost'), units.price),
  }
}

function readSku(check: RowCheck, sku: string): string {
  if (sku === '') return check.fault('sku', rowReasons.skuMissing, '')
  return /^[\w.-]{1,50}$/.test(sku) ? sku : check.fault('sku', rowReasons.skuInvalid(sku), sku)
}

function readName(check: RowCheck, name: string): string {
  if (name === '') return check.fault('name', rowReasons.nameMissing, '')
  if (!/[\p{L}\p{N}]/u.test(name))
    return check.fault('name', rowReasons.nameWithoutLetter(name), '')
  return check.text('name', name, LONGEST.name)
}

function readCategory(check: RowCheck, text: RowTexts): string {
  const category = text('category')
  if (category !== '') return check.text('category', category, LONGEST.line)
  const subcategory = text('subcategory')
  const reason =
    subcategory === '' ? rowReasons.categoryMissing : rowReasons.categoryMissingFor(subcategory)
  return check.fault('category', reason, '')
}

function readImages(check: RowCheck, text: string): string[] {
  const files = check.list('images', text, MOST.images, 'images').map((item) => {
    const name = readImageName(item)
    return name.ok ? name.value : check.fault('images', name.error, '')
  })
  return [...new Set(files)]
}

const countryByName = new Map(COUNTRIES.map((country) => [country.toLowerCase(), country]))

function readCountries(check: RowCheck, text: string): string {
  const countries = check.list('countries', text, MOST.countries, 'countries').map((item) => {
    return (
      countryByName.get(item.toLowerCase()) ??
      check.fault('countries', rowReasons.countryUnknown(item), '')
    )
  })
  return [...new Set(countries)].join('|')
}

const FEATURED = new Map([
  ['', 0],
  ['no', 0],
  ['false', 0],
  ['0', 0],
  ['yes', 1],
  ['true', 1],
  ['1', 1],
])

function readFeatured(check: RowCheck, text: string): number {
  return (
    FEATURED.get(text.toLowerCase()) ?? check.fault('featured', rowReasons.featuredInvalid(text), 0)
  )
}

/** Accepts the same words as `featured`. */
function readWithdrawn(check: RowCheck, text: string): boolean {
  const yes =
    FEATURED.get(text.toLowerCase()) ??
    check.fault('withdrawn', rowReasons.withdrawnInvalid(text), 0)
  return yes === 1
}

function readAliases(check: RowCheck, text: string): string {
  const aliases = check.list('aliases', text, MOST.aliases, 'aliases')
  return aliases.map((alias) => check.text('aliases', alias, LONGEST.line, 'alias')).join('|')
}

/** Accepts a barcode only if its check digit is right. */
function readGtin(check: RowCheck, text: string): string {
  if (text === '') return ''
  if (!/^(\d{8}|\d{12,14})$/.test(text))
    return check.fault('gtin', rowReasons.gtinInvalid(text), '')
  const sum = [...text.padStart(14, '0')].reduce(
    (s, digit, i) => s + Number(digit) * (i % 2 ? 1 : 3),
    0,
  )
  return sum % 10 === 0 ? text : check.fault('gtin', rowReasons.gtinWrongDigit(text), '')
}

/** Reads a rating, in tenths of a star. */
function readRating(check: RowCheck, text: string): number | null {
  if (text === '') return null
  const match = /^([1-5])(?:\.(\d))?$/.exec(text)
  const tenths = match ? Number(match[1]) * 10 + Number(match[2] ?? 0) : 0
  return tenths >= 10 && tenths <= 50
    ? tenths
    : check.fault('rating', rowReasons.ratingInvalid(text), null)
}

function readSpecs(check: RowCheck, text: string): string {
  const keys = new Set<string>()
  const specs = check.list('specs', text, MOST.specs, 'specs').map((item) => {
    const at = item.indexOf('=')
    const [key, value] = [item.slice(0, Math.max(at, 0)).trim(), item.slice(at + 1).trim()]
    if (key === '' || value === '') return check.fault('specs', rowReasons.specInvalid(item), '')
    if (keys.has(key)) return check.fault('specs', rowReasons.specTwice(key), '')
    keys.add(key)
    return check.text('specs', `${key}=${value}`, LONGEST.name, 'spec')
  })
  return specs.join('|')
}

/** With an odd number of digits, a spreadsheet has dropped the leading zero that most codes of food begin with. */
function readHsn(check: RowCheck, text: string): string {
  const whole = /^(\d{3}|\d{5}|\d{7})$/.test(text) ? `0${text}` : text
  return /^(\d{4}|\d{6}|\d{8})?$/.test(whole)
    ? whole
    : check.fault('hsn', rowReasons.hsnInvalid(text), '')
}

/** The only GST rates below 1 % in India. A cell with 18 % that was saved as a number is 0.18. */
const SMALL_GST = [0, 0.1, 0.25]

function readGst(check: RowCheck, text: string): number | null {
  const [, written] = /^(\d{1,3}(?:\.\d{1,2})?)\s*%?$/.exec(text) ?? []
  if (text === '') return null
  const percent = Number(written ?? NaN)
  if (percent < 1 && !SMALL_GST.includes(percent))
    return check.fault('gst', rowReasons.gstShare(text, Math.round(percent * 100)), null)
  return percent <= 100 ? percent : check.fault('gst', rowReasons.gstInvalid(text), null)
}

function readReorder(check: RowCheck, text: string): number | null {
  if (text === '') return null
  return /^\d{1,6}$/.test(text)
    ? Number(text)
    : check.fault('reorder', rowReasons.reorderInvalid(text), null)
}

function readVeg(check: RowCheck, text: string): 'veg' | 'nonveg' | '' {
  const veg = text.toLowerCase()
  if (veg === 'veg' || veg === 'nonveg' || veg === '') return veg
  return check.fault('veg', rowReasons.vegInvalid(text), '')
}
