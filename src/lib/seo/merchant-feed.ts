import { indianMoment } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import { largestFile } from '#lib/catalogue/picture.ts'
import type { Pack, Picture } from '#lib/catalogue/product.ts'
import { type Measure, parseMeasure } from '#lib/catalogue/unit-price.ts'
import { mrpPaise, regularPaise, type Variant, variantsOf } from '#lib/catalogue/variant.ts'
import { feedDescription } from '#lib/texts/page/pages.ts'
import { isGlobalGtin } from './gtin.ts'
import { element, XML_HEAD } from './xml.ts'

/**
 * A product in the feed: only the fields of `Product` that are needed, as 30,000 are read at once.
 */
export type FeedProduct = {
  id: string
  sku: string
  name: string
  brand: string
  description: string
  unit: string
  gtin: string
  pricePaise: number
  oldPricePaise: number | null
  stock: number | null
  /** When the current sale began, in epoch milliseconds; packs and product have its end. */
  saleFrom?: number
  saleUntil?: number
  usualPaise?: number
  category: string
  subcat: string | null
  packs: Pack[]
  pictures: Picture[]
}

/**
 * Maximum lengths of the feed's fields in characters, and maximum number of additional pictures.
 */
const MAX = { id: 50, title: 150, description: 5000, pictures: 10 }

const NAMESPACE = 'http://base.google.com/ns/1.0'

/** The feed's beginning, before its items. */
export function feedHead(origin: string, shop: { name: string; area: string }): string {
  const about = feedDescription(shop)
  const channel =
    element('title', shop.name) + element('link', `${origin}/`) + element('description', about)
  return `${XML_HEAD}<rss version="2.0" xmlns:g="${NAMESPACE}"><channel>\n${channel}\n`
}

export const FEED_END = '</channel></rss>\n'

/** The items of a product, one for each variant. */
export function feedItems(origin: string, product: FeedProduct): string {
  const shared = sharedFields(origin, product)
  const isGroup = product.packs.length > 0
  let items = ''
  for (const variant of variantsOf(product))
    items += item(origin, product, variant, isGroup, shared)
  return items
}

function item(
  origin: string,
  product: FeedProduct,
  variant: Variant,
  isGroup: boolean,
  shared: string,
): string {
  const { label, stock } = variant
  // The same name as in the structured data of the product's page.
  const pack = isGroup ? ` ${label}` : ''
  // Of a long name the end is cut, not the pack, which tells the items apart.
  const title = cut(cut(product.name, Math.max(0, MAX.title - pack.length)) + pack, MAX.title)
  let fields = element('g:id', feedId(variant.sku)) + element('title', title)
  fields += element('description', cut(product.description || title, MAX.description))
  fields += element('link', origin + variant.path) + prices(variant, product.saleFrom)
  fields += `<g:availability>${stock === 0 ? 'out_of_stock' : 'in_stock'}</g:availability>`
  if (isGroup) fields += element('g:item_group_id', product.sku)
  if (label !== '') fields += element('g:size', label)
  return `<item>${fields}${measureFields(label)}${shared}</item>\n`
}

/** A cache by label: thousands of products come in a few dozen sizes. */
const measures = new Map<string, string>()

function measureFields(label: string): string {
  const known = measures.get(label)
  if (known !== undefined) return known
  const measure = parseMeasure(label)
  const large = measure?.unit === 'g' ? 'kg' : 'l'
  const size = measure && sizeText(measure, large)
  const fields = size
    ? element('g:unit_pricing_measure', size) + element('g:unit_pricing_base_measure', `1 ${large}`)
    : ''
  if (measures.size < 1000) measures.set(label, fields)
  return fields
}

/**
 * The price and the MRP, or during a sale, as far as the page strikes it through, the price of before
 * and the sale price, with its period if that is known (E30).
 */
function prices(variant: Variant, saleFrom?: number): string {
  const { pricePaise, saleUntil } = variant
  const [mrp, regular] = [mrpPaise(variant), regularPaise(variant)]
  if (mrp !== undefined) return price('g:price', pricePaise) + price('g:maximum_retail_price', mrp)
  if (regular === undefined) return price('g:price', pricePaise)
  const both = price('g:price', regular) + price('g:sale_price', pricePaise)
  if (saleFrom === undefined || saleUntil === undefined) return both
  const lasts = `${indianMoment(saleFrom)}/${indianMoment(saleUntil)}`
  return both + element('g:sale_price_effective_date', lasts)
}

const price = (name: string, paise: number) => `<${name}>${decimalPrice(paise)} INR</${name}>`

function sharedFields(origin: string, product: FeedProduct): string {
  const { brand, category, gtin, packs, pictures, subcat } = product
  let fields = '<g:condition>new</g:condition>'
  for (let at = 0; at < pictures.length && at <= MAX.pictures; at++) {
    const picture = pictures[at]
    if (!picture) break
    const name = at === 0 ? 'g:image_link' : 'g:additional_image_link'
    fields += element(name, `${origin}/uploads/${largestFile(picture)}`)
  }
  if (brand !== '') fields += element('g:brand', brand)
  const hasCode = isGlobalGtin(gtin)
  // A barcode belongs to one pack; with several packs, it is not known to which.
  if (hasCode && packs.length < 2) fields += element('g:gtin', gtin)
  if (brand === '' && !hasCode) fields += '<g:identifier_exists>no</g:identifier_exists>'
  const trail = subcat === null ? category : `${category} > ${subcat}`
  return fields + element('g:product_type', trail)
}

const sizeText = ({ amount, unit }: Measure, large: string) =>
  amount % 1000 === 0 ? `${amount / 1000} ${large}` : `${amount} ${unit}`

/** The SKU as an id. One that is too long is cut and gets a hash of the whole. */
function feedId(sku: string): string {
  if (sku.length <= MAX.id) return sku
  let sum = 0x811c9dc5
  for (let at = 0; at < sku.length; at++) sum = Math.imul(sum ^ sku.charCodeAt(at), 0x01000193)
  return `${sku.slice(0, MAX.id - 9)}-${(sum >>> 0).toString(16).padStart(8, '0')}`
}

/** Cuts a text without splitting a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}
