import { PRODUCTS_A_PAGE, type Shown } from '#lib/desk/products.ts'
import { readShown } from './row-edits.ts'

/** What was typed for one product of a form of several, and what that form had shown of it. */
export type TypedRow = {
  shown: Shown
  /** Of each pack. */
  prices: string[]
  stocks: string[]
  isOut: boolean
  isFeatured: boolean
}

/** The rows of a form of several products that is shown again, by sku; none of any other form. */
export function typedRows(values: Readonly<Record<string, string>>): Map<string, TypedRow> {
  const rows = Array.from({ length: PRODUCTS_A_PAGE }, (_, row): [string, TypedRow][] => {
    const shown = readShown(values[`was.${row}`] ?? '')
    if (!shown) return []
    const texts = (field: 'price' | 'stock') =>
      shown.slots.map((_slot, at) => values[`${field}.${row}.${at}`] ?? '')
    const typed = {
      ...{ shown, prices: texts('price'), stocks: texts('stock') },
      isOut: values[`soldout.${row}`] === 'yes',
      isFeatured: values[`featured.${row}`] === 'yes',
    }
    return [[shown.sku, typed]]
  })
  return new Map(rows.flat())
}
