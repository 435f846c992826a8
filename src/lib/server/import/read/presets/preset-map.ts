import { MAX_FOREIGN_MIB } from '#lib/limits.ts'
import { COLUMNS, type Column } from '#lib/server/import/read/columns/columns.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { openList } from '#lib/server/import/read/list/open-list.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { decodeField, decodeForeign, manyLines } from '#lib/server/import/read/text/text.ts'
import { type ForeignProduct, type ForeignRow, type Sources, toTexts } from './foreign-product.ts'
import { groupShopify, SHOPIFY_SOURCES } from './shopify.ts'
import { groupWooCommerce, WOOCOMMERCE_SOURCES } from './woocommerce.ts'

/** Columns that every export tells of: a product without options has no packs any more. */
const ALWAYS: ReadonlySet<Column> = new Set([
  ...(['sku', 'name', 'category', 'price'] as const),
  ...(['images', 'ram', 'size', 'weight'] as const),
])

/** A ready-made map with a name, which groups rows into products, unlike a map of columns. */
export type PresetMap = {
  name: 'shopify' | 'woocommerce'
  /** Columns that such an export must have; of each group of names, one suffices. */
  needs: string[][]
  sources: Sources
  group: (rows: ForeignRow[]) => { products: ForeignProduct[]; drafts: number }
}

export const READY_MAPS: readonly PresetMap[] = [
  {
    name: 'shopify',
    needs: [['handle', 'url handle'], ['title'], ['variant price', 'price']],
    sources: SHOPIFY_SOURCES,
    group: groupShopify,
  },
  {
    name: 'woocommerce',
    needs: [['type'], ['name'], ['regular price'], ['parent']],
    sources: WOOCOMMERCE_SOURCES,
    group: groupWooCommerce,
  },
]

/** Another shop's export as a file of ours, with the origin of each line. */
export type Converted = {
  csv: Buffer
  /** The line of the foreign file where the product begins that is on this line of `csv`. */
  lineOf: (line: number) => number
  /** Whether no picture came along for the product on this line of `csv`. */
  lacksPictures: (line: number) => boolean
  warnings: string[]
}

/** All rows are kept in memory until they are grouped, so there is a limit. */
const MAX_BYTES = MAX_FOREIGN_MIB * 2 ** 20

/** The pictures that came along, and which of these names the shop has. */
type Pictures = {
  hasPicture: (name: string) => boolean
  findKnown: (names: string[]) => Promise<ReadonlySet<string>>
}

/**
 * Converts another shop's export to a products.csv, with option rows grouped into products. Pictures that are neither
 * there nor in the shop are left out, with a warning.
 * @returns the file, or why it cannot be made
 */
export async function convert(
  open: () => AsyncIterable<Buffer>,
  preset: PresetMap,
  { hasPicture, findKnown }: Pictures,
): Promise<{ ok: true; value: Converted } | { ok: false; error: string }> {
  const read = await readRows(open, preset).catch((error: unknown) => {
    if (error instanceof ListRefused) return { ok: false, error: error.message } as const
    throw error
  })
  if (!read.ok) return read
  const { products, drafts } = preset.group(read.value.rows)
  const named = products.flatMap(({ images }) => images).filter((name) => !hasPicture(name))
  const known = await findKnown(named)
  const rows = products.map((product) => {
    const images = product.images.filter((name) => hasPicture(name) || known.has(name))
    return { product, texts: toTexts({ ...product, images }) }
  })
  const told = COLUMNS.filter(
    (column) =>
      ALWAYS.has(column) ||
      preset.sources[column]?.some((source) => read.value.columns.has(source)) ||
      rows.some(({ texts }) => (texts[column] ?? '') !== ''),
  )
  const origins: number[] = []
  const lacking = new Set<number>()
  const lines = [csvLine(told)]
  let line = 2
  for (const { product, texts } of rows) {
    const row = csvLine(told.map((column) => texts[column] ?? ''))
    lines.push(row)
    origins[line] = product.line
    if (!product.images.some(hasPicture)) lacking.add(line)
    line += row.split('\n').length - 1
  }
  const missing = new Set(named.filter((name) => !known.has(name)))
  const notes = [
    ...(drafts > 0 ? [importWarnings.drafts(drafts)] : []),
    ...(missing.size > 0 ? [importWarnings.picturesMissing([...missing])] : []),
  ]
  const csv = Buffer.from(lines.join(''))
  const lacksPictures = (at: number) => lacking.has(at)
  return {
    ok: true,
    value: { csv, lineOf: (at) => origins[at] ?? at, lacksPictures, warnings: notes },
  }
}

type ForeignRows = { rows: ForeignRow[]; columns: ReadonlyMap<string, number> }

async function readRows(
  open: () => AsyncIterable<Buffer>,
  { name, needs }: PresetMap,
): Promise<{ ok: true; value: ForeignRows } | { ok: false; error: string }> {
  const list = await openList(open)
  const { encoding } = list.form
  const fieldEncoding = encoding === 'windows-1252' ? encoding : 'utf-8'
  let places: Map<string, number> | undefined
  let bytes = 0
  const rows: ForeignRow[] = []
  for await (const { fields, line, fault } of list.rows) {
    if (fault) return { ok: false, error: fileReasons.foreignRowBroken(line) }
    bytes += fields.reduce((sum, field) => sum + field.length, 0)
    if (bytes > MAX_BYTES) return { ok: false, error: fileReasons.foreignTooLarge }
    if (!places) {
      const names = fields.map((field) => field.trim().toLowerCase())
      const known = new Map(names.map((column, at) => [column, at]))
      const lacking = needs.find((columns) => !columns.some((column) => known.has(column)))
      if (lacking) return { ok: false, error: fileReasons.noSuchExport(name, lacking[0] ?? '') }
      places = known
    } else rows.push(toRow(places, fields, line, fieldEncoding))
  }
  return places
    ? { ok: true, value: { rows, columns: places } }
    : { ok: false, error: fileReasons.fileEmpty }
}

function toRow(
  places: Map<string, number>,
  fields: string[],
  line: number,
  encoding: 'utf-8' | 'windows-1252',
): ForeignRow {
  const text = (column: string) => {
    const field = fields[places.get(column) ?? -1] ?? ''
    return manyLines(decodeForeign(decodeField(field, encoding) ?? ''))
  }
  const get = (...columns: string[]) => {
    for (const column of columns) {
      const found = text(column)
      if (found !== '') return found
    }
    return ''
  }
  return { line, get }
}
