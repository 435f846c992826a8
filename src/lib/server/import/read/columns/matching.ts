import type { DateOrder } from './dates-and-prices.ts'
import { COLUMNS, COMPANIONS, type ExportColumn, isColumn } from './columns.ts'

/** The header of a list and its first rows, with long texts cut. */
export type ListHead = { names: string[]; rows: string[][] }
export type MoneyUnit = 'rupees' | 'paise'
/** Columns of ours that a foreign column can be matched with; `specs` makes it a specification under its own name. */
export type Matched = Exclude<ExportColumn, 'stockwas'>

/**
 * Which columns of a list are ours, by their names; our columns that have the same text in all rows; and the unit
 * of prices.
 */
export type Matching = {
  columns: Record<string, Matched>
  values: Partial<Record<Matched, string>>
  unit: MoneyUnit
  /** How the list writes dates and decimals, if that was asked. */
  dates?: DateOrder
  decimals?: 'point' | 'comma'
}

/** Whether a name is that of a column that others can be matched with. */
export const isMatched = (name: string): name is Matched =>
  isColumn(name) && name !== 'withdrawn' && name !== 'stockwas'

/** Our columns that others can be matched with, in order. */
export const MATCHED: readonly Matched[] = COLUMNS.filter(isMatched)

/** Columns that can have the same text for all rows, if the list lacks them. */
export const SAME_FOR_ALL = [
  ...(['category', 'subcategory', 'brand', 'unit', 'stock'] as const),
  ...(['hsn', 'gst', 'veg', 'origin'] as const),
] satisfies Matched[]

/** Columns needed for new products; a SKU can be made from name and unit. */
const NEEDED: readonly Matched[] = ['name', 'category', 'price']

/** Why a matching cannot be used: a needed column is missing, or one is matched twice. */
export type Mismatch = { column: Matched; is: 'missing' | 'twice' }

/** The first problem of a matching; undefined if it can be used. */
export function findMismatch(matching: Matching): Mismatch | undefined {
  const said = saidOf(matching)
  const twice = said.find((column, at) => column !== 'specs' && said.indexOf(column) < at)
  if (twice) return { column: twice, is: 'twice' }
  const [missing] = findLacking(matching)
  return missing && { column: missing, is: 'missing' }
}

/**
 * Needed columns that are not matched yet. With a SKU but no name, a list changes existing products: then any
 * other column suffices, with its companion.
 */
export function findLacking(matching: Matching): Matched[] {
  const said = saidOf(matching)
  const isPartial = said.includes('sku') && !said.includes('name') && said.length > 1
  if (!isPartial) return NEEDED.filter((column) => !said.includes(column))
  return said.flatMap((column) => {
    const companion = COMPANIONS[column]
    return companion && isMatched(companion) && !said.includes(companion) ? [companion] : []
  })
}

const saidOf = ({ columns, values }: Matching): Matched[] =>
  [...Object.values(columns), ...Object.keys(values)].filter(isMatched)

/** The map of a matching, as JSON for `--map`. */
export function toMapText({ columns, values, unit, dates, decimals }: Matching): string {
  const entries = Object.entries(columns)
  const specs = entries.filter(([, column]) => column === 'specs').map(([name]) => name)
  const map = {
    ...(dates && { dates }),
    ...(decimals && { decimals }),
    ...Object.fromEntries(
      entries
        .filter(([, column]) => column !== 'specs')
        .map(([name, column]) => [column, hasUnit(column) ? { column: name, unit } : name]),
    ),
    ...Object.fromEntries(Object.entries(values).map(([column, value]) => [column, { value }])),
    ...(specs.length > 0 && {
      specs: Object.fromEntries(specs.map((name) => [specName(name), { column: name }])),
    }),
  }
  return JSON.stringify(map)
}

const hasUnit = (column: Matched) => column === 'price' || column === 'oldprice'
const specName = (name: string) => name.replace(/[=|]/g, ' ').slice(0, 100)
