import { MAX_FOREIGN_MIB } from '#lib/limits.ts'
import { COLUMNS } from '#lib/server/import/read/columns/columns.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { openList } from '#lib/server/import/read/list/open-list.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { decodeField, decodeForeign, manyLines } from '#lib/server/import/read/text/text.ts'
import { type ForeignProduct, type ForeignRow, toTexts } from './foreign-product.ts'
import { groupShopify } from './shopify.ts'
import { groupWooCommerce } from './woocommerce.ts'

/** Without costs, which exports of other shops do not have. */
const TOLD = COLUMNS.filter((column) => column !== 'cost')

/** A ready-made map with a name, which groups rows into products, unlike a map of columns. */
export type PresetMap = {
  name: 'shopify' | 'woocommerce'
  /** Columns that such an export must have; of each group of names, one suffices. */
  needs: string[][]
  group: (rows: ForeignRow[]) => { products: ForeignProduct[]; drafts: number }
}

export const READY_MAPS: readonly PresetMap[] = [
  {
    name: 'shopify',
    needs: [['handle', 'url handle'], ['title'], ['variant price', 'price']],
    group: groupShopify,
  },
  {
    name: 'woocommerce',
    needs: [['type'], ['name'], ['regular price'], ['parent']],
    group: groupWooCommerce,
  },
]

/** Another shop's export as a file of ours, with the origin of each line. */
export type Converted = {
  csv: Buffer
  /** The line of the foreign file where the product begins that is on this line of `csv`. */
  lineOf: (line: number) => number
  warnings: string[]
}

/** All rows are kept in memory until they are grouped, so there is a limit. */
const MAX_BYTES = MAX_FOREIGN_MIB * 2 ** 20

/**
 * Converts another shop's export to a products.csv, with option rows grouped into products. Pictures that are not
 * there are left out, with a warning.
 * @returns the file, or why it cannot be made
 */
export async function convert(
  open: () => AsyncIterable<Buffer>,
  preset: PresetMap,
  hasPicture: (name: string) => boolean,
): Promise<{ ok: true; value: Converted } | { ok: false; error: string }> {
  const read = await readRows(open, preset).catch((error: unknown) => {
    if (error instanceof ListRefused) return { ok: false, error: error.message } as const
    throw error
  })
  if (!read.ok) return read
  const { products, drafts } = preset.group(read.value)
  const missing = new Set<string>()
  const origins: number[] = []
  const lines = [csvLine(TOLD)]
  let line = 2
  for (const product of products) {
    const images = product.images.filter(hasPicture)
    for (const name of product.images) if (!images.includes(name)) missing.add(name)
    const texts = toTexts({ ...product, images })
    const row = csvLine(TOLD.map((column) => texts[column] ?? ''))
    lines.push(row)
    origins[line] = product.line
    line += row.split('\n').length - 1
  }
  const notes = [
    ...(drafts > 0 ? [importWarnings.drafts(drafts)] : []),
    ...(missing.size > 0 ? [importWarnings.picturesMissing([...missing])] : []),
  ]
  const csv = Buffer.from(lines.join(''))
  return { ok: true, value: { csv, lineOf: (at) => origins[at] ?? at, warnings: notes } }
}

async function readRows(
  open: () => AsyncIterable<Buffer>,
  { name, needs }: PresetMap,
): Promise<{ ok: true; value: ForeignRow[] } | { ok: false; error: string }> {
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
  return places ? { ok: true, value: rows } : { ok: false, error: fileReasons.fileEmpty }
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
