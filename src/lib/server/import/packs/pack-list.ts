import { createReadStream } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { type PackCell, packCell, packColumnOf, packsOf } from './pack-cells.ts'
import { type PackSaid, readPackRows } from './read-pack-rows.ts'

const COLUMNS = ['sku', 'ram', 'size', 'weight', 'price', 'oldprice', 'stock', 'stockwas'] as const

/**
 * Where a list says prices and stocks pack by pack, `sku,weight,price` with a row for each, gives the list
 * that says the same of whole products, their rows at the first line of each; undefined of any other list.
 */
export async function expandPackList(
  db: Kysely<Database>,
  path: string,
  now = Date.now(),
): Promise<string | undefined> {
  // A folder is a catalogue, whose rows are products.
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined
  const list = await readPackRows(() => createReadStream(path))
  if (!list) return undefined
  const said = Map.groupBy(list, ({ sku }) => sku)
  const rows = await inSnapshot(db, (trx) => exportedBySku(trx, [...said.keys()], now))
  // A list that names no pack of a product is one of choices.
  if (!rows.some(packColumnOf)) return undefined
  const known = new Map(rows.map((row) => [row.sku, row]))
  const lines: string[] = [csvLine(COLUMNS)]
  for (const [sku, ofProduct] of said) {
    const row = known.get(sku)
    const cells = row ? withPacks(row, ofProduct) : { sku, ...ofProduct[0]?.cells }
    lines[(ofProduct[0]?.line ?? 2) - 1] = csvLine(COLUMNS.map((column) => cells[column] ?? ''))
  }
  return Array.from(lines, (line) => line ?? '\r\n').join('')
}

/** The same in the place of the list itself. */
export async function expandInPlace(db: Kysely<Database>, path: string): Promise<void> {
  const text = await expandPackList(db, path)
  if (text === undefined) return
  // Beside the folder of the list, which holds nothing else.
  const part = `${dirname(path)}.part`
  await writeFile(part, text, { mode: 0o600 })
  await rename(part, path)
}

type Cells = Partial<Record<(typeof COLUMNS)[number], string>>

/**
 * A product's row with what is said of its packs, or of the product where it has none. Stocks that are
 * said count as they do in any list without an export's stamp, so that none brings back what was sold;
 * to the others nothing is added.
 */
function withPacks(row: ExportedRow, said: PackSaid[]): Cells {
  const saysStock = said.some(({ cells }) => cells.stock !== undefined)
  const own = saysStock ? { ...row, stockwas: '' } : row
  const kind = packColumnOf(row)
  if (!kind) return { ...own, ...said[0]?.cells }
  const stocks = row.stock.split('|')
  const packs = packsOf(row).map((pack, at) => {
    const stock = stocks[at] ?? ''
    return { ...pack, stock: saysStock && stock !== '' ? '+0' : stock }
  })
  for (const { label, cells } of said) {
    const pack = packs.find((one) => sameLabel(one.label, label))
    if (pack) Object.assign(pack, saidOf(pack, cells))
    else packs.push(newPack(label, cells))
  }
  return {
    ...own,
    ...{ price: '', oldprice: '', [kind]: packCell(packs) },
    stock: packs.map(({ stock }) => stock).join('|'),
  }
}

const newPack = (
  label: string,
  { price = '', oldprice: old = '', stock = '' }: PackSaid['cells'],
) => {
  return { label, price, old, stock }
}

/** A cell that is there counts; an old price that is no higher than the new one goes. */
function saidOf(pack: PackCell & { stock: string }, { price, oldprice, stock }: PackSaid['cells']) {
  const wanted = { price: price || pack.price, stock: stock ?? pack.stock }
  const old = oldprice ?? (Number(pack.old) > Number(wanted.price) ? pack.old : '')
  return { ...wanted, old }
}

const sameLabel = (one: string, other: string) => plain(one) === plain(other)
const plain = (label: string) => label.toLowerCase().replaceAll(/\s/g, '')
