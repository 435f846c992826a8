import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { exportedBySku, type ExportedRow } from '#lib/server/import/export/product-export.ts'
import { isSameLabel } from '#lib/catalogue/pack-label.ts'
import { decimalPrice } from '#lib/money.ts'
import { costsOf } from '#lib/server/import/read/costs.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { readPrice } from '#lib/server/import/read/prices.ts'
import { type PackCell, packCell, packColumnOf, packsOf } from './pack-cells.ts'
import { type PackRows, type PackSaid, readPackRows } from './read-pack-rows.ts'

/**
 * Where a list says prices and stocks pack by pack, `sku,weight,price` with a row for each, gives the list
 * that says the same of whole products, in the same columns, their rows at the first line of each. Rows of a
 * product that has no packs by that column stay as they are. Undefined of any other list.
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
  const { kind, says } = list
  const said = Map.groupBy(list.rows, ({ sku }) => sku)
  const rows = await inSnapshot(db, (trx) => exportedBySku(trx, [...said.keys()], now))
  const known = new Map(rows.map((row) => [row.sku, row]))
  const columns = ['sku', kind, ...says] as const
  const lines: string[] = [csvLine(columns)]
  const write = (line: number, cells: Cells) => {
    lines[line - 1] = csvLine(columns.map((column) => cells[column] ?? ''))
  }
  let hasPacks = false
  for (const [sku, ofProduct] of said) {
    const row = known.get(sku)
    if (row && packColumnOf(row) === kind) {
      hasPacks = true
      write(ofProduct[0]?.line ?? 2, { sku, ...withPacks(row, kind, ofProduct) })
    } else
      for (const { line, label, cells } of ofProduct) write(line, { sku, ...cells, [kind]: label })
  }
  // A list that names no pack of a product is one of choices.
  return hasPacks ? Array.from(lines, (line) => line ?? '\r\n').join('') : undefined
}

type Cells = Partial<Record<'sku' | 'price' | 'oldprice' | 'stock' | 'cost' | Kind, string>>
type Kind = PackRows['kind']

/**
 * The cells of a product whose packs are said. Their stocks count as they do in any list without an export's
 * stamp, so that none brings back what was sold; to the others nothing is added.
 */
function withPacks(row: ExportedRow, kind: Kind, said: PackSaid[]): Cells {
  const stocks = row.stock.split('|')
  const packs = packsOf(row).map((pack, at) => ({ ...pack, stock: stocks[at] ? '+0' : '' }))
  for (const { label, cells } of said) {
    const pack = packs.find((one) => isSameLabel(one.label, label))
    if (pack) Object.assign(pack, saidOf(pack, cells))
    else packs.push(newPack(label, cells))
  }
  const stock = packs.map((pack) => pack.stock).join('|')
  return { [kind]: packCell(packs), stock, cost: withCosts(row, said) }
}

/** The costs of all packs: those that are said, and those that were known. An empty cell forgets one. */
function withCosts({ cost }: ExportedRow, said: PackSaid[]): string {
  const costs = new Map(costsOf(cost).map(({ label, paise }) => [label, decimalPrice(paise)]))
  for (const { label, cells } of said) {
    if (cells.cost === undefined) continue
    const known = [...costs.keys()].find((one) => isSameLabel(one, label)) ?? label
    if (cells.cost === '') costs.delete(known)
    else costs.set(known, cells.cost)
  }
  return [...costs].map(([label, price]) => (label === '' ? price : `${label}=${price}`)).join('|')
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
  return { ...wanted, old: oldprice ?? (isBelow(pack.old, wanted.price) ? '' : pack.old) }
}

/** Whether both are prices and the first is not above the second, `1,180` too. */
function isBelow(old: string, price: string): boolean {
  const [before, now] = [readPrice(old, 'rupees', ''), readPrice(price, 'rupees', '')]
  return typeof before === 'number' && typeof now === 'number' && before <= now
}
