import { CHOICE_KINDS } from '#lib/catalogue/product.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'

/** A pack as written in a cell: `1 kg=62.00/70.00`; `old` is empty without an old price. */
export type PackCell = { label: string; price: string; old: string }

/** Each kind of choice has a column of the same name. */
export const PACK_COLUMNS = CHOICE_KINDS
export type PackKind = (typeof PACK_COLUMNS)[number]

/** The column that has the packs of a product; undefined if it has none. */
export const packColumnOf = (row: Partial<Record<PackKind, string>>) =>
  PACK_COLUMNS.find((column) => row[column]?.includes('='))

/** The packs of a row, in order; none if the product has a single price. */
export function packsOf(row: ExportedRow): PackCell[] {
  const kind = packColumnOf(row)
  if (!kind) return []
  return row[kind].split('|').map((pack) => {
    // A label may contain an equals sign.
    const at = pack.lastIndexOf('=')
    const [price = '', old = ''] = pack.slice(at + 1).split('/')
    return { label: pack.slice(0, at), price, old }
  })
}

/** Writes the cell for these packs. */
export const packCell = (packs: readonly PackCell[]): string =>
  packs.map(({ label, price, old }) => `${label}=${price}${old === '' ? '' : `/${old}`}`).join('|')
