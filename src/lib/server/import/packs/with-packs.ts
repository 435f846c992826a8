import { findLabel } from '#lib/catalogue/pack-label.ts'
import { decimalPrice } from '#lib/money.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'
import { costsOf } from '#lib/server/import/read/product/costs.ts'
import { readPrice } from '#lib/server/import/read/product/prices.ts'
import { type PackCell, packCell, type PackKind, packsOf } from './pack-cells.ts'
import type { PackHead, PackRow } from './read-pack-rows.ts'

const SAYS = ['price', 'oldprice', 'stock', 'cost', 'saleprice'] as const
/** Columns that a row says about its pack; all others are the product's. */
export const OF_PACKS: ReadonlySet<string> = new Set(SAYS)

type Says = (typeof SAYS)[number]
type Cells = Partial<Record<Says | PackKind, string>>
/** What a row says about a pack; cells that the list lacks are missing. */
type PackSaid = { label: string; cells: Partial<Record<Says, string>> }
type Pack = PackCell & { stock: string; sale: string }

/**
 * The cells of a product after its rows changed some packs. New stocks count as in a list without an export's
 * stamp, so that none brings back sold units; for other packs nothing is added.
 */
export function withPacks(
  row: ExportedRow,
  kind: PackKind,
  rows: readonly PackRow[],
  { columns }: PackHead,
): Cells {
  const here = SAYS.filter((column) => columns.has(column))
  const said = rows.map(({ cell }) => ({
    label: cell(kind),
    cells: Object.fromEntries(here.map((column) => [column, cell(column)])),
  }))
  const stocks = row.stock.split('|')
  const sales = row.saleprice.split('|')
  const packs: Pack[] = packsOf(row).map((pack, at) => ({
    ...{ ...pack, stock: stocks[at] ? '+0' : '' },
    sale: sales[at] ?? '',
  }))
  for (const { label, cells } of said) {
    const known = findLabel(
      packs.map((one) => one.label),
      label,
    )
    const pack = packs.find((one) => one.label === known)
    if (pack) Object.assign(pack, saidOf(pack, cells))
    else packs.push(newPack(label, cells))
  }
  const listOf = (name: 'stock' | 'sale') => packs.map((pack) => pack[name]).join('|')
  return {
    ...{ [kind]: packCell(packs), price: '', oldprice: '' },
    stock: listOf('stock'),
    saleprice: packs.some(({ sale }) => sale !== '') ? listOf('sale') : '',
    cost: withCosts(row, packs, said),
  }
}

/** The costs of all packs, old and new. An empty cell removes one. */
function withCosts(
  { cost }: ExportedRow,
  packs: readonly PackCell[],
  said: readonly PackSaid[],
): string {
  const labels = packs.map((pack) => pack.label)
  const costs = new Map(costsOf(cost).map(({ label, paise }) => [label, decimalPrice(paise)]))
  for (const { label, cells } of said) {
    if (cells.cost === undefined) continue
    const known = findLabel([...costs.keys(), ...labels], label) ?? label
    if (cells.cost === '') costs.delete(known)
    else costs.set(known, cells.cost)
  }
  return [...costs].map(([label, price]) => (label === '' ? price : `${label}=${price}`)).join('|')
}

function newPack(label: string, { price = '', oldprice: old = '', ...cells }: PackSaid['cells']) {
  return { label, price, old, stock: cells.stock ?? '', sale: cells.saleprice ?? '' }
}

/** What a pack becomes: existing cells count; an old price that is not above the new price is dropped. */
function saidOf(pack: Pack, { price, oldprice, stock, saleprice }: PackSaid['cells']) {
  const wanted = {
    price: price || pack.price,
    stock: stock ?? pack.stock,
    sale: saleprice ?? pack.sale,
  }
  return { ...wanted, old: oldprice ?? (isBelow(pack.old, wanted.price) ? '' : pack.old) }
}

/** Whether both are prices, even written as `1,180`, and the first is not above the second. */
function isBelow(old: string, price: string): boolean {
  const [before, now] = [readPrice(old, 'rupees', ''), readPrice(price, 'rupees', '')]
  return typeof before === 'number' && typeof now === 'number' && before <= now
}
