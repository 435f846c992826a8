import { CHOICE_KINDS } from '#lib/catalogue/product.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'

/** A pack as a cell has it: `1 kg=62.00/70.00`; without an old price that is empty. */
export type PackCell = { label: string; price: string; old: string }

/** Each kind of choice has a column of its name. */
export const PACK_COLUMNS = CHOICE_KINDS
export type PackKind = (typeof PACK_COLUMNS)[number]

/** Which of the columns carries the packs of a product. */
export const packColumnOf = (row: ExportedRow) =>
  PACK_COLUMNS.find((column) => row[column].includes('='))

/** The packs of a row in their order; none where the product has one price. */
export function packsOf(row: ExportedRow): PackCell[] {
  const kind = packColumnOf(row)
  if (!kind) return []
  return row[kind].split('|').map((pack) => {
    // A label may have a sign of equality of its own.
    const at = pack.lastIndexOf('=')
    const [price = '', old = ''] = pack.slice(at + 1).split('/')
    return { label: pack.slice(0, at), price, old }
  })
}

/** The cell of these packs. */
export const packCell = (packs: readonly PackCell[]): string =>
  packs.map(({ label, price, old }) => `${label}=${price}${old === '' ? '' : `/${old}`}`).join('|')
