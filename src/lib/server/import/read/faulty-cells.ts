import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Layout, readHeader } from './header.ts'
import type { ImportMap } from './map.ts'
import { openList } from './open-list.ts'
import type { RowFault } from './product.ts'

/** A fault with what stands in the cell, and by what an editor knows the row. */
export type FaultyCell = RowFault & { name: string; cell: string }

const LONGEST = 200

/** Reads again the rows of a CSV file or a catalogue folder that have faults, to show them. */
export async function findFaultyCells(
  path: string,
  map: ImportMap | undefined,
  faults: RowFault[],
): Promise<FaultyCell[]> {
  // Of other files nothing is read again: a folder may have no products at all.
  const lines = faults.filter(isOfProducts).map(({ line }) => line)
  const rows = await readRows(path, map, new Set(lines))
  return faults.map((fault) => {
    const row = isOfProducts(fault) ? rows.get(fault.line) : undefined
    return { ...fault, name: row?.('name') ?? '', cell: row?.(fault.column) ?? '' }
  })
}

/** Faults of other files and of the header name no row of ours. */
const isOfProducts = ({ line, reason }: RowFault) =>
  line > 1 && !/^[\w/.-]+\.(csv|json|md): /.test(reason)

type Cells = (column: string | null) => string

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

function cellsOf(layout: Layout, fields: string[], decoder: TextDecoder): Cells {
  const texts = new Map<string, string>()
  const text = (index: number) => decoder.decode(Buffer.from(fields[index] ?? '', 'latin1'))
  layout.names.forEach((name, index) => texts.set(name, text(index)))
  for (const [column, place] of layout.places) {
    if ('index' in place) texts.set(column, text(place.index))
  }
  return (column) => {
    const found = column === null ? '' : (texts.get(column) ?? '')
    return found.length > LONGEST ? `${found.slice(0, LONGEST)}…` : found
  }
}
