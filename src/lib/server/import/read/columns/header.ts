import { COLUMNS, type Column, COMPANIONS, isColumn, isPartial } from './columns.ts'
import type { ImportMap, Source } from './map.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { decodeField, type Encoding } from '#lib/server/import/read/text/text.ts'

/** The place of a column's text in a row, or the text itself. */
export type FieldSource = { index: number; name: string } | { value: string }

export type Layout = {
  width: number
  names: string[]
  places: Map<Column, FieldSource>
  /** Specifications that a map takes from separate columns. */
  specs: Map<string, FieldSource>
  warnings: string[]
}
export type HeaderFault = { column: string | null; reason: string }

/** Reads the header: where the columns are, or why the file cannot be read. */
export function readHeader(
  fields: string[],
  map: ImportMap | undefined,
  encoding: Encoding,
): Layout | HeaderFault[] {
  const names: string[] = []
  const written: string[] = []
  for (const field of fields) {
    const name = decodeField(field, encoding)

    if (name === undefined || /[\x00-\x08]/.test(name)) {
      return [{ column: null, reason: fileReasons.headerBroken }]
    }
    written.push(name.trim())
    names.push(map ? name.trim() : name.trim().toLowerCase())
  }
  const shape = findWrongShape(names)
  if (shape !== undefined) return [{ column: null, reason: shape }]
  return map ? mapped(names, map) : plain(names, written)
}

function findWrongShape(names: string[]): string | undefined {
  const [only = ''] = names
  if (names.some((name) => name.includes('\r'))) return fileReasons.oldMac
  return names.length === 1 && only.split('|').length > 2
    ? fileReasons.otherSeparator('vertical bars')
    : undefined
}

/** @param written the names as the file has them */
function plain(names: string[], written: string[]): Layout | HeaderFault[] {
  const faults: HeaderFault[] = []
  const places = new Map<Column, FieldSource>()
  for (const [index, name] of names.entries()) {
    if (!isColumn(name)) continue
    if (places.has(name)) faults.push({ column: name, reason: fileReasons.columnTwice(name) })
    places.set(name, { index, name })
  }
  const columns = new Set(places.keys())
  const isUnknown = (name: string) => name !== '' && !isColumn(name)
  faults.push(
    ...findMissing(
      columns,
      written.filter((name) => isUnknown(name.toLowerCase())),
    ),
  )
  if (faults.length > 0) return faults
  const notes = warnUnknown(names.filter(isUnknown))
  if (isPartial(columns))
    notes.push(importWarnings.partial([...columns].filter((name) => name !== 'sku')))
  return { width: names.length, names, places, specs: new Map(), warnings: notes }
}

/** Products are found by SKU, so a list needs that and at least one other column. */
function findMissing(columns: Set<Column>, unknown: string[], hasMore = false): HeaderFault[] {
  if (!columns.has('sku')) return [{ column: 'sku', reason: fileReasons.columnMissing('sku') }]
  if (columns.size === 1 && !hasMore)
    return [{ column: null, reason: fileReasons.skuAlone(unknown) }]
  return Object.entries(COMPANIONS).flatMap(([name, column]) =>
    columns.has(column) || !isColumn(name) || !columns.has(name)
      ? []
      : [{ column: name, reason: fileReasons.columnAlone(name, column) }],
  )
}

function mapped(names: string[], map: ImportMap): Layout | HeaderFault[] {
  const faults: HeaderFault[] = []
  const used = new Set<string>()
  const place = (source: Source): FieldSource => {
    if ('value' in source) return source
    used.add(source.column)
    const index = names.indexOf(source.column)
    if (index < 0) {
      faults.push({ column: source.column, reason: fileReasons.mapColumnMissing(source.column) })
    } else if (names.indexOf(source.column, index + 1) > 0) {
      faults.push({ column: source.column, reason: fileReasons.columnTwice(source.column) })
    }
    return { index, name: source.column }
  }
  const places = new Map<Column, FieldSource>()
  for (const column of COLUMNS) {
    const source = map.sources.get(column)
    if (source) places.set(column, place(source))
  }
  const specs = new Map([...map.specs].map(([key, source]) => [key, place(source)]))
  if (faults.length > 0) return faults
  const columns = new Set(places.keys())
  if (columns.has('sku')) faults.push(...findMissing(columns, [], specs.size > 0))
  if (faults.length > 0) return faults
  const notes = warnUnknown(names.filter((name) => name !== '' && !used.has(name)))
  if (columns.has('sku') && isPartial(columns)) {
    notes.push(importWarnings.partial([...columns].filter((name) => name !== 'sku')))
  }
  return { width: names.length, names, places, specs, warnings: notes }
}

function warnUnknown(names: string[]): string[] {
  return names.length > 0 ? [importWarnings.unknownColumns(names)] : []
}
