import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { deliveryLine } from '#lib/server/catalogue/delivery-lines.ts'
import type { Shop } from '#lib/shop.ts'
import { type ImportedBanner, readBanners } from './banners-file.ts'
import { type ImportedContent, readContent } from './content-files.ts'
import { ImageFolder } from '#lib/server/import/read/pictures/pictures.ts'
import type { RowFault } from '#lib/server/import/read/product/product.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { type DoorField, readShop } from './shop-file.ts'
import { readSynonyms } from './synonyms-file.ts'
import { readTable, type Table } from './table.ts'
import { readImage, readPosition } from './table-cells.ts'

export type ImportedCategory = {
  line: number
  category: string
  subcategory: string
  image: string
  /** The file says nothing of pictures. */
  keepsImage: boolean
  position: number
}
/** A file that says all that the shop has of its things. */
export type OtherFile = 'categories.csv' | 'banners.csv' | 'delivery.csv' | 'synonyms.csv'
/** Everything besides the products: the other files of a folder; nothing for a single CSV file. */
export type Surroundings = {
  /** The name under which the import is recorded. */
  source: string
  isFolder: boolean
  productFile: string
  /** False for a folder without products.csv that has other parts: it leaves the products as they are. */
  hasProducts: boolean
  images: ImageFolder | undefined
  categories: ImportedCategory[] | undefined
  banners: ImportedBanner[] | undefined
  /**
   * Prefixes of PIN codes, with words for when it comes (delivery-lines.ts). An empty list means delivery everywhere;
   * undefined leaves the shop's prefixes as they are.
   */
  deliveryPins: string[] | undefined
  /** One entry per thing, with its names joined by `|`; undefined leaves the shop's as they are. */
  synonyms: string[] | undefined
  shop: Shop | undefined
  /** Fields that shop.json does not name, and that stay as they are when the list is applied. */
  unnamedOfShop: readonly DoorField[]
  /** Those of pages/ and blog/ that the folder has. */
  contents: ImportedContent[]
  faults: RowFault[]
  /** Those in which something is a fault. */
  refusedFiles: Set<OtherFile>
  warnings: string[]
}

/**
 * Finds the files of a catalogue folder, or a single CSV file, and reads all except the products.
 * @param products a file that replaces the folder's products.csv
 * @param stored what shop.json said before, if it is known
 * @returns undefined if there is nothing at `path`
 */
export async function readSurroundings(
  path: string,
  products?: string,
  stored?: Shop,
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
    unnamedOfShop: [],
    contents: [],
    faults: [],
    refusedFiles: new Set(),
    warnings: [],
  }
  if (!isFolder) return surroundings
  await readCategories(surroundings, join(path, 'categories.csv'))
  const banners = await readBanners(join(path, 'banners.csv'))
  if (banners) surroundings.banners = take(surroundings, 'banners.csv', banners)
  await readDelivery(surroundings, join(path, 'delivery.csv'))
  const synonyms = await readSynonyms(join(path, 'synonyms.csv'))
  if (synonyms) surroundings.synonyms = take(surroundings, 'synonyms.csv', synonyms)
  const { shop, unnamed = [], faults: shopFaults } = await readShop(join(path, 'shop.json'), stored)
  surroundings.shop = shop
  surroundings.unnamedOfShop = unnamed
  surroundings.faults.push(...shopFaults)
  const { contents, faults, warnings } = await readContent(path)
  surroundings.contents = contents
  surroundings.faults.push(...faults)
  surroundings.warnings.push(...warnings)
  surroundings.hasProducts = existsSync(surroundings.productFile) || !hasOthers(path)
  return surroundings
}

/** The longest words for when a delivery comes: they stand in one line of a phone's screen, or two. */
const MAX_WHEN = 60

/** Whether a folder has any part of a catalogue besides products and images. */
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
  const table = await readTable(
    () => createReadStream(file),
    columns,
    ['category'],
    (row) => {
      const category = row.need('category', 200)
      const subcategory = row.text('subcategory', 200)
      const key = `${category}\n${subcategory}`.normalize('NFC').toLowerCase()
      const earlier = lines.get(key)
      if (earlier !== undefined) {
        row.fault('category', fileReasons.categoryTwice(subcategory || category, earlier))
      }
      lines.set(key, row.line)
      const image = readImage(row, row.text('image', 200))
      const keepsImage = !row.has('image')
      const position = readPosition(row)
      return { line: row.line, category, subcategory, image, keepsImage, position }
    },
  )
  to.categories = take(to, 'categories.csv', table)
}

async function readDelivery(to: Surroundings, file: string): Promise<void> {
  if (!existsSync(file)) return
  const columns = ['pin', 'when'] as const
  const known = new Map<string, { line: string; at: number }>()
  const table = await readTable(
    () => createReadStream(file),
    columns,
    ['pin'],
    (row) => {
      const pin = row.need('pin', 20)
      if (pin !== '' && !/^[1-9]\d{0,5}$/.test(pin)) row.fault('pin', fileReasons.notPin)
      // It becomes part of a sentence, which has a full stop of its own.
      const words = row.text('when', MAX_WHEN).replace(/[\s.,;]+$/, '')
      const line = deliveryLine(pin, words)
      const earlier = known.get(pin)
      if (earlier && earlier.line !== line) row.fault('when', fileReasons.pinTwice(pin, earlier.at))
      known.set(pin, { line, at: row.line })
      return line
    },
  )
  to.deliveryPins = take(to, 'delivery.csv', table)
}

/** The rows of another file; its faults and warnings are added with the file's name. */
function take<Row>(
  to: Surroundings,
  file: OtherFile,
  { rows, faults, warnings }: Table<Row>,
): Row[] {
  if (faults.length > 0) to.refusedFiles.add(file)
  to.faults.push(...faults.map((fault) => ({ ...fault, reason: `${file}: ${fault.reason}` })))
  to.warnings.push(...warnings.map((warning) => `${file}: ${warning}`))
  return rows
}
