import { createReadStream, statSync } from 'node:fs'
import type { ImportMap } from './columns/map.ts'
import type { Refusals } from './product/product.ts'
import { readProductFile } from './product-file.ts'
import type { AcceptedRow } from './product-file-reader.ts'
import { type ProductFileReport, unreadable } from './product-file-report.ts'
import { convert, type PresetMap } from './presets/preset-map.ts'

/**
 * How to read the file: its columns, rows known to be faulty, which pictures are beside it or in the shop, and who gets
 * the progress.
 */
type Way = {
  map: ImportMap | PresetMap | undefined
  refusals: Refusals | undefined
  hasPicture: (name: string) => boolean
  findKnown: (names: string[]) => Promise<ReadonlySet<string>>
  onBytes: (bytes: number, total: number) => void
}

/**
 * Reads a product file, or another shop's export converted to one of ours. `take` gets each good row with its line
 * in the editor's file.
 */
export async function readAsOurs(
  file: string,
  { map, refusals, hasPicture, findKnown, onBytes }: Way,
  take: (row: AcceptedRow) => Promise<void>,
): Promise<ProductFileReport> {
  const open = () => bytesOf(file, onBytes)
  if (!map || !('group' in map)) return readProductFile(open, map, take, refusals)
  const converted = await convert(open, map, { hasPicture, findKnown })
  if (!converted.ok) return unreadable(converted.error)
  const { csv, lineOf, lacksPictures, warnings } = converted.value
  const report = await readProductFile(
    () => inOnePiece(csv),
    undefined,
    ({ line, product }) =>
      take({ line: lineOf(line), product: { ...product, keepsImages: lacksPictures(line) } }),
  )
  const faults = report.faults.map((fault) => ({ ...fault, line: lineOf(fault.line) }))
  const doubtful = report.doubtful.map(lineOf)
  return { ...report, faults, doubtful, warnings: [...warnings, ...report.warnings] }
}

async function* bytesOf(file: string, onBytes: Way['onBytes']): AsyncGenerator<Buffer> {
  const { size: total } = statSync(file)
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    bytes += chunk.length
    onBytes(bytes, total)
    yield chunk
  }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
