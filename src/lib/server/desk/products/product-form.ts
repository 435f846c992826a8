import * as z from 'zod/mini'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'
import type { ExportColumn } from '#lib/server/import/read/columns/columns.ts'
import type { Cells, Edit } from './edit-list.ts'
import { typedCosts, typedPrice } from './typed-price.ts'
import { parseTime, saleTime } from '#lib/server/import/read/product/sale-times.ts'
import {
  PACK_COLUMNS,
  type PackCell,
  packCell,
  packColumnOf,
  type PackKind,
  packsOf,
} from '#lib/server/import/packs/pack-cells.ts'

/** Columns that few products need: those that are lists, joined by bars, and others. */
export const LISTS = ['images', 'aliases', 'specs', 'countries'] as const
export const RARE = ['gtin', 'hsn', 'gst', 'origin', 'shelflife', 'reorder'] as const
/** Columns that have a field of their own on a product's page. */
const OWN = [
  ...(['name', 'brand', 'category', 'subcategory', 'description', 'price', 'oldprice'] as const),
  ...(['stock', 'unit', 'veg', 'cost', 'saleprice', 'salefrom', 'saleuntil'] as const),
  ...[...LISTS, ...RARE],
] as const
/** Columns that the page shows otherwise or not at all. */
type Apart = 'sku' | 'featured' | 'rating' | 'stockwas' | PackKind
/** Columns that were forgotten here: there are none, or this file does not compile. */
type Forgotten = Exclude<ExportColumn, (typeof OWN)[number] | Apart>
const PRICES = ['price', 'oldprice', 'saleprice'] as const
/** Number of rows for packs: as many as a product may have, and as a phone can handle. */
export const PACK_ROWS = 30

export type PackFormRow = PackCell & { stock: string; sale: string }

const cellsSchema = z.record(z.string(), z.string().check(z.maxLength(21_000)))
/** All cells together, as JSON. */
const wasSchema = z._default(z.string().check(z.maxLength(100_000)), '{}')

/**
 * Reads the form of a product: the cells it sends, and those it showed (`was`).
 * @param pictures names of the pictures uploaded with it
 * @returns undefined if it is not a valid form
 */
export function readProductForm(
  body: unknown,
  pictures: readonly string[] = [],
): { cells: Cells; was: Cells } | undefined {
  const { was: shown, ...rest }: { was?: unknown } = Object(body)
  const fields = cellsSchema.safeParse(rest)
  const was = readWas(wasSchema.safeParse(shown).data)
  if (!fields.success || !was) return undefined
  const cells = typedCells(fields.data, was)
  return { cells: { ...cells, images: picturesSaid(fields.data, cells, pictures) }, was }
}

/** The pictures of a product, without those ticked for removal; new ones are put first or last. */
function picturesSaid(
  fields: Record<string, string>,
  { images = '' }: Cells,
  added: readonly string[],
): string {
  const gone = new Set(
    Object.entries(fields).flatMap(([name, file]) => (name.startsWith('gone.') ? [file] : [])),
  )
  const kept = images.split('|').filter((file) => file !== '' && !gone.has(file))
  const all = fields['pictureplace'] === 'last' ? [...kept, ...added] : [...added, ...kept]
  return [...new Set(all)].join('|')
}

function readWas(text = ''): Cells | undefined {
  try {
    const parsed = cellsSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function typedCells(fields: Record<string, string>, was: Cells): Cells {
  const text = (name: string) => (fields[name] ?? '').replaceAll('\r\n', '\n').trim()
  const cells: Cells & Record<Forgotten, string> = {
    featured: fields['featured'] === 'yes' ? 'yes' : '',
  }
  for (const column of OWN) cells[column] = text(column)
  for (const column of PRICES) cells[column] = typedPrice(text(column))
  cells.cost = typedCosts(text('cost'))
  for (const column of ['salefrom', 'saleuntil'] as const) {
    cells[column] = text(column).replace('T', ' ')
  }
  for (const column of PACK_COLUMNS) {
    const before = was[column] ?? ''
    cells[column] = before.includes('=') ? '' : before
  }
  const packs = typedPacks(text)
  if (packs.length === 0) return cells
  const kind = PACK_COLUMNS.find((column) => column === fields['packkind']) ?? 'weight'
  cells[kind] = packCell(packs)
  return {
    ...cells,
    price: '',
    oldprice: '',
    stock: joined(packs, 'stock'),
    saleprice: joined(packs, 'sale'),
  }
}

function typedPacks(text: (name: string) => string): PackFormRow[] {
  return Array.from({ length: PACK_ROWS }, (_, at) => ({
    ...{ label: text(`pack.${at}.label`), price: typedPrice(text(`pack.${at}.price`)) },
    ...{ old: typedPrice(text(`pack.${at}.old`)), stock: text(`pack.${at}.stock`) },
    sale: typedPrice(text(`pack.${at}.sale`)),
  })).filter(({ label, price }) => label !== '' || price !== '')
}

/** The values of all packs, joined by bars; empty if no pack has one. */
function joined(packs: PackFormRow[], field: 'stock' | 'sale'): string {
  return packs.every((pack) => pack[field] === '') ? '' : packs.map((pack) => pack[field]).join('|')
}

/**
 * The cells that a form shows for a product: with packs, the row's own prices are empty; the end of a sale
 * includes the time of day.
 */
export function shownCells(row: ExportedRow): Cells {
  const saleuntil = saleTime(parseTime(row.saleuntil, true) ?? null)
  return { ...row, saleuntil, ...(packColumnOf(row) && { price: '', oldprice: '' }) }
}

/** The packs of a row, each with its stock and sale price. */
export function packRows(row: ExportedRow): PackFormRow[] {
  const [stocks, sales] = [row.stock.split('|'), row.saleprice.split('|')]
  return packsOf(row).map((pack, at) => ({
    ...pack,
    ...{ stock: stocks[at] ?? '', sale: sales[at] ?? '' },
  }))
}

/** The non-empty pack rows of a form that is shown again. */
export const retypedPacks = (typed: Record<string, string>): PackFormRow[] =>
  typedPacks((name) => typed[name] ?? '').filter((row) => Object.values(row).some(Boolean))

/** The edit of an existing product; undefined if the form changes nothing that it showed. */
export function editOf({ cells, was }: { cells: Cells; was: Cells }): Edit | undefined {
  const changed = changedCells(cells, was)
  if (Object.keys(changed).length === 0) return undefined
  const said = { ...changed }
  const hasPacks = packColumnOf(was) ?? packColumnOf(changed)
  // Stocks and sale prices are listed in the order of the packs, so the packs have to stand beside them: as the form
  // showed them, since a colleague may have changed them meanwhile.
  if (hasPacks && ('stock' in said || 'saleprice' in said)) {
    for (const column of PACK_COLUMNS) {
      const shown = was[column]
      if (shown !== undefined) said[column] ??= shown
    }
  }
  if ('stock' in said) said.stockwas = was.stockwas ?? ''
  return () => said
}

function changedCells(cells: Cells, was: Cells): Cells {
  const isOther = (column: keyof Cells) => cells[column] !== (was[column] ?? '')
  const columns = [...OWN, ...PACK_COLUMNS, 'featured' as const].filter(isOther)
  const hasOtherPacks = PACK_COLUMNS.some((column) => columns.includes(column))
  const all = new Set<keyof Cells>(columns)
  // When packs are added or removed, the stocks and sale prices have to follow.
  if (hasOtherPacks) for (const column of ['stock', 'saleprice'] as const) all.add(column)
  if (hasOtherPacks && !PACK_COLUMNS.some((column) => cells[column]?.includes('=')))
    all.add('price')
  return Object.fromEntries([...all].map((column) => [column, cells[column] ?? '']))
}
