import { isUtf8 } from 'node:buffer'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Shop, shopSchema } from '#lib/shop.ts'
import { type ImportedContent, readContent } from './content-files.ts'
import { readImageName } from './pictures/image-name.ts'
import { ImageFolder } from './pictures/pictures.ts'
import type { RowFault } from './product.ts'
import { fileReasons } from '#lib/texts/page/file-reasons.ts'
import { rowReasons } from '#lib/texts/page/row-reasons.ts'
import { parseTime } from './sale-times.ts'
import { readSynonyms } from './synonyms-file.ts'
import { readTable, type Table, type TableRow } from './table.ts'

export type ImportedCategory = {
  line: number
  category: string
  subcategory: string
  image: string
  position: number
}
export type ImportedBanner = {
  line: number
  image: string
  alt: string
  title: string
  text: string
  link: string
  order: number
  /** Moments; null is from ever, and for good. */
  from: number | null
  until: number | null
}

/** The columns of banners.csv. */
export const BANNER_COLUMNS = [
  ...(['image', 'alt', 'title', 'text', 'link', 'order', 'from', 'until'] as const),
] as const

/** What stands beside the products: all that a folder has, nothing for a single CSV file. */
export type Surroundings = {
  /** The name by which the import is remembered. */
  source: string
  isFolder: boolean
  productFile: string
  /** A folder may have just what changes; of products it then says nothing. */
  hasProducts: boolean
  images: ImageFolder | undefined
  categories: ImportedCategory[] | undefined
  banners: ImportedBanner[] | undefined
  /** Prefixes of PIN codes; an empty list is everywhere, none leaves the shop's as it is. */
  deliveryPins: string[] | undefined
  /** Names of the same thing, joined by `|`, a thing each; none leaves the shop's as they are. */
  synonyms: string[] | undefined
  shop: Shop | undefined
  /** pages/ and blog/, as far as they are there. */
  contents: ImportedContent[]
  faults: RowFault[]
  warnings: string[]
}

/**
 * Finds the files of a catalogue folder, or of a single CSV file, and reads all but the products.
 * Undefined when there is nothing at that path. `products` is a file that stands for the folder's products.csv.
 */
export async function readSurroundings(
  path: string,
  products?: string,
): Promise<Surroundings | undefined> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  const isFolder = found.isDirectory()
  const folder = isFolder ? path : dirname(path)
  const surroundings: Surroundings = {
    source: basename(path),
    isFolder,
    productFile: isFolder ? (products ?? join(path, 'products.csv')) : path,
    hasProducts: true,
    images: await ImageFolder.open(join(folder, 'images')),
    categories: undefined,
    banners: undefined,
    deliveryPins: undefined,
    synonyms: undefined,
    shop: undefined,
    contents: [],
    faults: [],
    warnings: [],
  }
  if (!isFolder) return surroundings
  await readCategories(surroundings, join(path, 'categories.csv'))
  await readBanners(surroundings, join(path, 'banners.csv'))
  await readDelivery(surroundings, join(path, 'delivery.csv'))
  const synonyms = await readSynonyms(join(path, 'synonyms.csv'))
  if (synonyms) surroundings.synonyms = take(surroundings, 'synonyms.csv', synonyms)
  await readShop(surroundings, join(path, 'shop.json'))
  const { contents, faults, warnings } = await readContent(path)
  surroundings.contents = contents
  surroundings.faults.push(...faults)
  surroundings.warnings.push(...warnings)
  surroundings.hasProducts = existsSync(surroundings.productFile) || !hasOthers(path)
  return surroundings
}

/** Whether a folder has any part of a catalogue beside the products. */
const hasOthers = (path: string): boolean =>
  [
    'categories.csv',
    'banners.csv',
    'delivery.csv',
    'synonyms.csv',
    'shop.json',
    'pages',
    'blog',
  ].some((name) => existsSync(join(path, name)))

async function readCategories(to: Surroundings, file: string): Promise<void> {
  if (!existsSync(file)) return
  const columns = ['category', 'subcategory', 'image', 'order'] as const
  const lines = new Map<string, number>()
  const table = await readTable(createReadStream(file), columns, ['category'], (row) => {
    const category = row.need('category', 200)
    const subcategory = row.text('subcategory', 200)
    const key = `${category}\n${subcategory}`.toLowerCase()
    const earlier = lines.get(key)
    if (earlier !== undefined) {
      row.fault('category', fileReasons.categoryTwice(subcategory || category, earlier))
    }
    lines.set(key, row.line)
    const image = readImage(row, row.text('image', 200))
    return { line: row.line, category, subcategory, image, position: readOrder(row) }
  })
  to.categories = take(to, 'categories.csv', table)
}

async function readBanners(to: Surroundings, file: string): Promise<void> {
  if (!existsSync(file)) return
  const table = await readTable(createReadStream(file), BANNER_COLUMNS, ['image'], (row) => ({
    line: row.line,
    image: readImage(row, row.need('image', 200)),
    alt: row.text('alt', 300),
    title: row.text('title', 120),
    text: row.text('text', 300),
    link: readLink(row),
    order: readOrder(row),
    ...readTimes(row),
  }))
  const rows = take(to, 'banners.csv', table)
  to.banners = rows.sort((a, b) => a.order - b.order || a.line - b.line)
}

async function readDelivery(to: Surroundings, file: string): Promise<void> {
  if (!existsSync(file)) return
  const table = await readTable(createReadStream(file), ['pin'] as const, ['pin'], (row) => {
    const pin = row.need('pin', 20)
    if (pin !== '' && !/^[1-9]\d{0,5}$/.test(pin)) row.fault('pin', fileReasons.notPin)
    return pin
  })
  to.deliveryPins = take(to, 'delivery.csv', table)
}

function readImage(row: TableRow<'image'>, text: string): string {
  if (text === '') return ''
  const name = readImageName(text)
  if (name.ok) return name.value
  row.fault('image', name.error)
  return ''
}

/** Without an order the order of the lines counts. */
function readOrder(row: TableRow<'order'>): number {
  const text = row.text('order', 20)
  if (text === '') return row.line
  if (/^\d{1,9}$/.test(text)) return Number(text)
  row.fault('order', fileReasons.orderInvalid(text))
  return 0
}

/** When a banner is shown; a day alone ends when it is over. */
function readTimes(row: TableRow<'from' | 'until'>): Pick<ImportedBanner, 'from' | 'until'> {
  const read = (column: 'from' | 'until'): number | null => {
    const text = row.text(column, 30)
    const time = text === '' ? null : parseTime(text, column === 'until')
    if (time === undefined) row.fault(column, rowReasons.timeInvalid(column, text))
    return time ?? null
  }
  const times = { from: read('from'), until: read('until') }
  if (times.from !== null && times.until !== null && times.until <= times.from)
    row.fault('until', rowReasons.bannerEndsEarly)
  return times
}

/** Banners lead to places of this shop only (A02). */
function readLink(row: TableRow<'link'>): string {
  const link = row.text('link', 300)
  if (link === '' || /^\/(?![/\\])[^\s\\]*$/.test(link)) return link
  row.fault('link', fileReasons.linkInvalid(link))
  return ''
}

async function readShop(to: Surroundings, file: string): Promise<void> {
  if (!existsSync(file)) return
  const bytes = await readFile(file)
  const text = bytes.toString('utf8')
  const fault = (line: number, column: string | null, reason: string) =>
    to.faults.push({ line, sku: '', column, reason: fileReasons.shopInvalid(reason) })
  if (!isUtf8(bytes)) return void fault(1, null, rowReasons.notUtf8)
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    fault(lineOfError(error, text), null, fileReasons.noJson)
    return
  }
  const parsed = shopSchema.safeParse(json)
  if (parsed.success) {
    to.shop = parsed.data
    return
  }
  for (const issue of parsed.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')]
    for (const key of keys) {
      const isUnknown = issue.code === 'unrecognized_keys'
      const reason = isUnknown
        ? fileReasons.shopKeyUnknown(key)
        : fileReasons.shopValue(key, describe(issue))
      fault(lineOfKey(key, text), key || null, reason)
    }
  }
}

type Issue = {
  code?: string
  message: string
  expected?: string
  maximum?: unknown
  origin?: string
  format?: string
}

function describe({ code, message, expected, maximum, origin, format }: Issue): string {
  const { types, atMost } = fileReasons.shopMust
  if (code === 'invalid_type') return types[expected ?? ''] ?? message
  if (code === 'too_big') return atMost(Number(maximum), origin)
  if (code === 'too_small') return fileReasons.shopMust.filled
  return format === 'url' ? fileReasons.shopMust.addresses : message
}

function lineOfKey(key: string, text: string): number {
  const at = text.indexOf(JSON.stringify(key))
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}

function lineOfError(error: unknown, text: string): number {
  const [, at] = /position (\d+)/.exec(String(error)) ?? []
  return at === undefined ? 1 : text.slice(0, Number(at)).split('\n').length
}

/** The rows of a file beside products.csv; its faults and warnings name the file. */
function take<Row>(to: Surroundings, file: string, { rows, faults, warnings }: Table<Row>): Row[] {
  to.faults.push(...faults.map((fault) => ({ ...fault, reason: `${file}: ${fault.reason}` })))
  to.warnings.push(...warnings.map((warning) => `${file}: ${warning}`))
  return rows
}
