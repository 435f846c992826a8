import type { DateOrder } from './written-ways.ts'
import { COLUMNS, COMPANIONS, type ExportColumn, isColumn } from './columns.ts'

/** The names of a list's columns as its reading knows them, and its first rows, long texts cut. */
export type ListHead = { names: string[]; rows: string[][] }
export type MoneyUnit = 'rupees' | 'paise'
/** What a column of a foreign list can be; `specs` is a specification under the column's own name. */
export type Matched = Exclude<ExportColumn, 'stockwas'>

/**
 * What the columns of a list are, by their names; our columns that are the same text in all rows; and
 * the unit of prices.
 */
export type Matching = {
  columns: Record<string, Matched>
  values: Partial<Record<Matched, string>>
  unit: MoneyUnit
  /** How the list writes days and prices, where that was asked. */
  dates?: DateOrder
  decimals?: 'point' | 'comma'
}

export const isMatched = (name: string): name is Matched =>
  isColumn(name) && name !== 'withdrawn' && name !== 'stockwas'

/** Our columns that others can be matched with, in their order. */
export const MATCHED: readonly Matched[] = COLUMNS.filter(isMatched)

/** Columns that a list without them may have the same for all its rows. */
export const SAME_FOR_ALL = [
  ...(['category', 'subcategory', 'brand', 'unit', 'stock'] as const),
  ...(['hsn', 'gst', 'veg', 'origin'] as const),
] satisfies Matched[]

/** What new products cannot do without; their sku can be made from name and unit. */
const NEEDED: readonly Matched[] = ['name', 'category', 'price']

/** What keeps a list from being read: a column that nothing, or more than one thing, was matched with. */
export type Mismatch = { column: Matched; is: 'missing' | 'twice' }

export function findMismatch(matching: Matching): Mismatch | undefined {
  const said = saidOf(matching)
  const twice = said.find((column, at) => column !== 'specs' && said.indexOf(column) < at)
  if (twice) return { column: twice, is: 'twice' }
  const [missing] = findLacking(matching)
  return missing && { column: missing, is: 'missing' }
}

/**
 * What is needed and not matched yet. With a SKU and without a name a list changes products that are
 * there: then the SKU and any other column are enough.
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

/** The map of a matching, as `--map` takes it; JSON. */
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
