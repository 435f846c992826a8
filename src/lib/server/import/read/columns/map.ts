import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Result } from '#lib/result.ts'
import { slugOf } from '#lib/catalogue/variant.ts'
import { COLUMNS, type Column } from './columns.ts'
import type { DateOrder } from './dates-and-prices.ts'

const unit = z.enum(['rupees', 'paise'])
const columnName = z.string().min(1)
const constant = z.strictObject({ value: z.string() })
const source = z.union([columnName, z.strictObject({ column: columnName }), constant])
const price = z.union([
  columnName,
  z.strictObject({ column: columnName, unit: unit.optional() }),
  constant,
])

const columns = Object.fromEntries(COLUMNS.map((column) => [column, source.optional()]))

/**
 * The format of `--map`: which column of a foreign file is which. `specs` names a source for each specification:
 * `{"specs":{"Type":"type"}}`.
 */
const mapSchema = z.strictObject({
  ...columns,
  price: price.optional(),
  oldprice: price.optional(),
  specs: z.union([source, z.record(z.string().regex(/^[^=|]{1,100}$/), source)]).optional(),
  encoding: z.enum(['utf-8', 'windows-1252']).optional(),
  dates: z.enum(['day first', 'month first']).optional(),
  decimals: z.enum(['point', 'comma']).optional(),
})
/** Keys that say how the file is written, not what its columns are. */
const WAYS = ['encoding', 'dates', 'decimals']
const sourceSchema = z.union([source, price])

/** The source of a text: a column of the file, or a constant for all rows. */
export type Source = { column: string } | { value: string }

export type ImportMap = {
  sources: Map<Column, Source>
  specs: Map<string, Source>
  units: { price: 'rupees' | 'paise'; oldprice: 'rupees' | 'paise' }
  encoding: 'utf-8' | 'windows-1252'
  /** How the file writes dates and decimals. */
  dates?: DateOrder | undefined
  decimals?: 'point' | 'comma' | undefined
}

/** Reads the text of a map file; the error says what is wrong with it. */
export function readMap(text: string): Result<ImportMap> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return {
      ok: false,
      error: `it is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    }
  }
  const parsed = mapSchema.safeParse(json)
  if (!parsed.success) return { ok: false, error: describe(parsed.error) }
  const missing = findMissing(parsed.data)
  if (missing !== undefined) return { ok: false, error: missing }
  const { encoding = 'utf-8', dates, decimals, specs, price, oldprice, ...others } = parsed.data
  const specSources = isRecord(specs) ? specs : {}
  const plain = { ...others, price, oldprice, ...(!isRecord(specs) && { specs }) }
  return {
    ok: true,
    value: {
      sources: toSources(plain, COLUMNS),
      specs: toSources(specSources, Object.keys(specSources)),
      units: { price: unitOf(price), oldprice: unitOf(oldprice) },
      ...{ encoding, dates, decimals },
    },
  }
}

/** With a SKU, one other column makes a list; without one, all products are new. */
function findMissing(map: z.infer<typeof mapSchema>): string | undefined {
  const said = new Set(Object.keys(map).filter((name) => !WAYS.includes(name)))
  if (said.has('sku') && !said.has('name')) {
    return said.size > 1 ? undefined : 'it names the sku alone: what is to be changed is missing'
  }
  const missing = ['name', 'category', 'price'].find((column) => !said.has(column))
  return missing === undefined
    ? undefined
    : `it lacks ${missing}; without name, category and price a list needs the sku and what it changes`
}

type Given = z.infer<typeof sourceSchema> | undefined

function isRecord(specs: unknown): specs is Record<string, z.infer<typeof source>> {
  return typeof specs === 'object' && specs !== null && !source.safeParse(specs).success
}

function toSources<Key extends string>(given: object, keys: readonly Key[]): Map<Key, Source> {
  const entries = new Map<string, unknown>(Object.entries(given))
  return new Map(
    keys.flatMap((key): [Key, Source][] => {
      const found = sourceSchema.optional().parse(entries.get(key))
      return found === undefined ? [] : [[key, toSource(found)]]
    }),
  )
}

function toSource(given: Exclude<Given, undefined>): Source {
  if (typeof given === 'string') return { column: given }
  return 'value' in given ? { value: given.value } : { column: given.column }
}

function unitOf(given: Given): 'rupees' | 'paise' {
  const found = typeof given === 'object' && 'unit' in given ? given.unit : undefined
  return found ?? 'rupees'
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'it is not understood'
  if (issue.code === 'unrecognized_keys') {
    return `it names ${issue.keys.join(', ')}, but there are only ${[...COLUMNS, ...WAYS].join(', ')}`
  }
  const key = issue.path[0]
  if (issue.code === 'invalid_type' && issue.path.length === 0) return 'it must be an object {…}'
  return `${String(key)} must be the name of a column, {"column":"…"} or {"value":"…"}${
    key === 'price' || key === 'oldprice'
      ? ', with "unit":"rupees" or "paise" beside the column'
      : ''
  }${WAYS.includes(String(key)) ? '; encoding is "utf-8" or "windows-1252", dates "day first" or "month first", decimals "point" or "comma"' : ''}`
}

/** Makes a SKU for a file without one: always the same for the same name and unit. */
export function makeSku(name: string, unit: string): string {
  const hash = createHash('sha256').update(`${name}\n${unit}`).digest('hex').slice(0, 8)
  const words = slugOf(`${name} ${unit}`.normalize('NFKD')).replace(/[^a-z\d-]+/g, '')
  const short = words.slice(0, 40).replace(/^-+|-+$/g, '')
  return short === '' ? hash : `${short}-${hash}`
}
