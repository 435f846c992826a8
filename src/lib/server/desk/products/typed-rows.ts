import { PRODUCTS_A_PAGE, type Shown } from '#lib/desk/products.ts'
import { readShown } from './row-edits.ts'

/** What was typed for one product in the form of several products, and what that form had shown. */
export type TypedRow = {
  shown: Shown
  /** One for each pack; so are the stocks. */
  prices: string[]
  stocks: string[]
  isOut: boolean
  isFeatured: boolean
}

/** The rows of a form of several products that is shown again, by SKU; empty for any other form. */
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
