import { fullName } from '#lib/texts/full-name.ts'
import { searchTexts } from '#lib/texts/browser/shared.ts'
import { priceText } from '#lib/money.ts'
import type { Card, Category, Product } from '#lib/catalogue/product.ts'
import type { Shop } from '#lib/shop.ts'
import type { Variant } from '#lib/catalogue/variant.ts'

/** Maximum length of a description that search engines show in full. */
const DESCRIPTION_LENGTH = 155

/** Maximum length of what a title says before the shop's name. */
export const TITLE_LENGTH = 90

/**
 * Three dots, since the single character `…` would make pages slower to render
 * (texts/page/page-texts.ts).
 */
const ELLIPSIS = '...'

/** Home's title: `{Shop}: groceries delivered in {area}`. */
export function homeTitle({ name, area }: Shop): string {
  return `${name}: groceries delivered in ${area}`
}

/** Home's description for search engines: categories, and where the shop delivers. */
export function homeDescription({ name, area }: Shop, categories: Category[]): string {
  const start = categories.length > 0 ? listed(categories, 4) : 'Everyday groceries.'
  const promise = `Everyday fresh products from ${name}, delivered in ${area}.`
  return fitted('', start, promise)
}

/** The merchant feed's description. */
export function feedDescription({ name, area }: Pick<Shop, 'name' | 'area'>): string {
  return `Groceries of ${name}, delivered in ${area}`
}

/**
 * A product as named for search engines; `apart` tells it from another product of the same name.
 */
type Titled = { product: Product; variant: Variant; apart: string }

/**
 * A product's title: `{Name} {pack}
 * {Shop}`, with the brand first if the name lacks it.
 */
export function productTitle(titled: Titled, shop: Shop): string {
  return `${titleOf(titled)} | ${shop.name}`
}

/** A product's description for search engines: name, price, use, and where it is delivered. */
export function productDescription(titled: Titled, shop: Shop): string {
  const { product, variant } = titled
  const start = `${titleOf(titled)} at ${priceText(variant.pricePaise)}.`
  const place = product.subcat ?? product.category
  const about = product.description || `From our shelf ${place.name}.`
  return fitted(start, about, `Delivered in ${shop.area} by ${shop.name}.`)
}

/**
 * The name, pack and brand of a product. Past the limit it loses its brand and place, and then the
 * end of its name; the SKU, which no other product has, takes their place.
 */
function titleOf({ product, variant: { label }, apart }: Titled): string {
  const whole = fullName(product, label) + (apart && `, ${apart}`)
  if (whole.length <= TITLE_LENGTH) return whole
  const end = `, ${product.sku}`
  const named = fullName({ brand: '', name: product.name }, label)
  if (named.length + end.length <= TITLE_LENGTH) return named + end
  const pack = label && ` ${label}`
  return cutAtWord(product.name, TITLE_LENGTH - pack.length - end.length) + pack + end
}

/**
 * A listing's name in titles: with the parent category, as two categories may have sub-categories
 * of the same name.
 */
export function listingName(place: { name: string; parent: { name: string } | null }): string {
  return place.parent ? `${place.name}, ${place.parent.name}` : place.name
}

/**
 * A listing's title: `{Category} online, page {n}
 * {Shop}`; a brand's says so, as a category may have the same name.
 */
export function listingTitle(name: string, page: number, shop: Shop, isBrand = false): string {
  const what = cutAtWord(name, TITLE_LENGTH) + (isBrand ? ': all products' : '')
  return `${what} online${page > 1 ? `, page ${page}` : ''} | ${shop.name}`
}

type Described = {
  total: number
  /** The lowest price of the whole list, not only of this page. */
  lowestPaise: number | undefined
  cards: Pick<Card, 'name'>[]
  children: { name: string }[]
  isBrand?: boolean
}

/**
 * A listing's description for search engines: number of products, lowest price, and two
 * sub-categories or products.
 */
export function listingDescription(
  name: string,
  page: number,
  { total, lowestPaise, cards, children, isBrand = false }: Described,
  shop: Shop,
): string {
  const from = lowestPaise === undefined ? '' : ` from ${priceText(lowestPaise)}`
  const at = page > 1 ? `, page ${page}` : ''
  return fitted(
    `${searchTexts.productCount(total)} ${isBrand ? 'of' : 'in'} ${name}${from}${at}:`,
    listed(page === 1 && children.length > 1 ? children : cards, 2),
    `Order online from ${shop.name}, delivered in ${shop.area}.`,
  )
}

/** The first names, and whether there are more. */
function listed(things: { name: string }[], most: number): string {
  if (things.length === 0) return ''
  const names = things.slice(0, most).map(({ name }) => name)
  return `${names.join(', ')}${things.length > most ? ' and more' : ''}.`
}

/** Joins start and end with as much of the middle as fits between them. */
function fitted(start: string, middle: string, end: string): string {
  const room = DESCRIPTION_LENGTH - start.length - end.length - 2
  return [start, shortened(middle, room), end].filter((part) => part !== '').join(' ')
}

/** The beginning of a name, up to the end of a word if there is one in its second half. */
function cutAtWord(name: string, length: number): string {
  if (name.length <= length) return name
  const room = Math.max(20, length - ELLIPSIS.length)
  const space = name.lastIndexOf(' ', room)
  const cut = name.slice(0, space > room / 2 ? space : room)
  return `${cut.replace(/[\s.,;:-]+$|[\ud800-\udbff]$/, '')}${ELLIPSIS}`
}

/** Puts a text on one line and cuts it between two words. */
function shortened(text: string, length: number): string {
  const line = text
    .slice(0, 2 * DESCRIPTION_LENGTH)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= length) return line
  const cut = line.lastIndexOf(' ', length - ELLIPSIS.length)
  return cut < 20 ? '' : `${line.slice(0, cut).replace(/[\s.,;:-]+$/, '')}${ELLIPSIS}`
}
