import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Layout, readHeader } from './columns/header.ts'
import type { ImportMap } from './columns/map.ts'
import { fieldEncoding } from './list/file-form.ts'
import { openList } from './list/open-list.ts'
import { decodeField } from './text/text.ts'
import type { RowFault } from './product/product.ts'

/**
 * A fault, with the name by which an editor knows the row, and the text of the cell, unless it is not known which one
 * that is.
 */
export type FaultyCell = RowFault & { name: string; cell?: string }

const LONGEST = 200

/** Reads the rows with faults again, from a CSV file or a catalogue folder, to show their cells. */
export async function findFaultyCells(
  path: string,
  map: ImportMap | undefined,
  faults: RowFault[],
): Promise<FaultyCell[]> {
  // A folder may have no products.
  const lines = faults.filter(isOfProducts).map(({ line }) => line)
  const rows = await readRows(path, map, new Set(lines))
  const others = new Map<string, Map<number, Cells>>()
  for (const name of new Set(faults.map(otherFile))) {
    if (name === undefined || !existsSync(join(path, name))) continue
    const own = faults.filter((fault) => otherFile(fault) === name).map(({ line }) => line)
    others.set(name, await readOther(join(path, name), new Set(own)))
  }
  return faults.map((fault) => {
    const other = others.get(otherFile(fault) ?? '')?.get(fault.line)
    if (other) return faultyCell(fault, '', other(fault.column))
    const row = isOfProducts(fault) ? rows.get(fault.line) : undefined
    return faultyCell(fault, row?.('name'), row?.(fault.column))
  })
}

const faultyCell = (fault: RowFault, name = '', cell?: string): FaultyCell => ({
  ...{ ...fault, name },
  ...(cell !== undefined && { cell }),
})

/** The beginning of a fault in a file other than the products. */
export const FILE_OF_FAULT = /^[\w/.-]+\.(csv|json|md): /

/** Whether the fault is in a product row, not in the header or in another file. */
const isOfProducts = ({ line, reason }: RowFault) => line > 1 && !FILE_OF_FAULT.test(reason)

/** The CSV file other than the products that a fault is in. */
const otherFile = ({ line, reason }: RowFault) =>
  line > 1 ? /^([\w-]+\.csv): /.exec(reason)?.[1] : undefined

type Cells = (column: string | null) => string | undefined

async function readRows(
  path: string,
  map: ImportMap | undefined,
  lines: Set<number>,
): Promise<Map<number, Cells>> {
  const rows = new Map<number, Cells>()
  const last = Math.max(0, ...lines)
  if (last <= 1) return rows
  let layout: Layout | undefined
  const file = statSync(path).isDirectory() ? join(path, 'products.csv') : path
  const list = await openList(() => createReadStream(file))
  const isWindows = [list.form.encoding, map?.encoding].includes('windows-1252')
  const encoding = isWindows ? 'windows-1252' : 'utf-8'
  const decoder = new TextDecoder(encoding)
  for await (const { line, fields } of list.rows) {
    if (!layout) {
      const header = readHeader(fields, map, encoding)
      if (Array.isArray(header)) break
      layout = header
    } else if (lines.has(line)) rows.set(line, cellsOf(layout, fields, decoder))
    if (line >= last) break
  }
  await list.close()
  return rows
}

/** Reads rows of a list whose header has exactly our columns, such as banners.csv. */
async function readOther(file: string, lines: Set<number>): Promise<Map<number, Cells>> {
  const rows = new Map<number, Cells>()
  const list = await openList(() => createReadStream(file))
  const encoding = fieldEncoding(list.form)
  let names: string[] | undefined
  for await (const { line, fields } of list.rows) {
    const texts = fields.map((field) => decodeField(field, encoding) ?? field)
    const header = (names ??= texts)
    if (lines.has(line)) rows.set(line, (column) => shorten(texts[header.indexOf(column ?? '')]))
  }
  await list.close()
  return rows
}

const shorten = (text: string | undefined) =>
  text !== undefined && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text

function cellsOf(layout: Layout, fields: string[], decoder: TextDecoder): Cells {
  const texts = new Map<string, string>()
  const text = (index: number) => decoder.decode(Buffer.from(fields[index] ?? '', 'latin1'))
  layout.names.forEach((name, index) => texts.set(name, text(index)))
  for (const [column, place] of layout.places) {
    if ('index' in place) texts.set(column, text(place.index))
  }
  return (column) => shorten(texts.get(column ?? ''))
}
