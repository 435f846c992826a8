import * as z from 'zod/mini'
import { PRODUCTS_A_PAGE, type Shown, shownSchema } from '#lib/desk/products.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'
import { readPrice } from '#lib/server/import/read/product/prices.ts'
import { parseMark, writeMark } from '#lib/server/import/read/product/stock.ts'
import type { Cells, Edit } from './edit-list.ts'
import { typedPrice } from './typed-price.ts'
import {
  type PackCell,
  packCell,
  packColumnOf,
  packsOf,
} from '#lib/server/import/packs/pack-cells.ts'

const fieldsSchema = z.record(z.string(), z.string().check(z.trim(), z.maxLength(4000)))

/** A price or stock typed into the form that differs from the one it showed. */
type StatedCell = { label: string; text: string; was: number | null }
type Change = {
  shown: Shown
  prices: StatedCell[]
  stocks: StatedCell[]
  isFeatured: boolean | undefined
}

/**
 * Reads the form that has a row per product, as edits by SKU. Row 3 has `was.3` (shownSchema), `price.3.0` and
 * `stock.3.0` for each pack, `soldout.3` and `featured.3`.
 * @returns undefined if it is not a valid form
 */
export function readRowEdits(body: unknown): Map<string, Edit> | undefined {
  const fields = fieldsSchema.safeParse(body)
  if (!fields.success) return undefined
  const edits = new Map<string, Edit>()
  for (let row = 0; row < PRODUCTS_A_PAGE; row++) {
    const was = fields.data[`was.${row}`]
    if (was === undefined) continue
    const shown = readShown(was)
    if (!shown) return undefined
    const change = readChange(fields.data, row, shown)
    if (change) edits.set(shown.sku, (exported) => cellsOf(change, exported))
  }
  return edits
}

/** What the form showed of a product; undefined if that is not valid. */
export function readShown(text: string): Shown | undefined {
  try {
    const parsed = shownSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function readChange(fields: Record<string, string>, row: number, shown: Shown): Change | undefined {
  const { slots } = shown
  const prices = slots.flatMap(({ label, pricePaise }, at): StatedCell[] => {
    const typed = fields[`price.${row}.${at}`]
    if (typed === undefined) return []
    const text = typedPrice(typed)
    const isSame = readPrice(text, 'rupees', '') === pricePaise
    return isSame ? [] : [{ label, text, was: pricePaise }]
  })
  const wasSoldOut = isSoldOut(shown)
  const isOut = fields[`soldout.${row}`] === 'yes'
  const stocks = slots.flatMap(({ label, stock }, at): StatedCell[] => {
    const typed = fields[`stock.${row}.${at}`]
    if (typed === undefined) return []
    const before = stock === null ? '' : String(stock)
    // If sold out is unticked and no number typed, the stock is no longer counted. If it is ticked, the stock is 0,
    // whatever was typed.
    const back = wasSoldOut && !isOut && typed === before ? '' : typed
    const text = isOut && !wasSoldOut ? '0' : back
    return text === before ? [] : [{ label, text, was: stock }]
  })
  const isFeatured = fields[`featured.${row}`] === 'yes'
  const isOther = isFeatured !== shown.isFeatured
  if (prices.length === 0 && stocks.length === 0 && !isOther) return undefined
  return { shown, prices, stocks, isFeatured: isOther ? isFeatured : undefined }
}

/** Whether nothing of the product can be bought. */
export const isSoldOut = ({ slots }: Pick<Shown, 'slots'>): boolean =>
  slots.every(({ stock }) => stock === 0)

function cellsOf({ shown, prices, stocks, isFeatured }: Change, row: ExportedRow) {
  return {
    ...(prices.length > 0 && priceCells(prices, row)),
    ...(stocks.length > 0 && stockCells(stocks, shown.at, row)),
    ...(isFeatured !== undefined && { featured: isFeatured ? 'yes' : '' }),
  }
}

function priceCells(prices: StatedCell[], row: ExportedRow): Cells {
  const said = new Map(prices.map(({ label, text }) => [label, text]))
  const ofPacks = packPrices(row, ({ label, price }) => said.get(label) ?? price)
  return ofPacks ?? { price: prices[0]?.text ?? row.price }
}

/**
 * The packs of a row with new prices; an old price that is not above the new one is dropped.
 * @returns undefined if the product has no packs
 */
export function packPrices(
  row: ExportedRow,
  priceOf: (pack: PackCell) => string,
): Cells | undefined {
  const kind = packColumnOf(row)
  if (!kind) return undefined
  const packs = packsOf(row).map((pack) => {
    const price = priceOf(pack)
    return { ...pack, price, old: Number(pack.old) > Number(price) ? pack.old : '' }
  })
  return { [kind]: packCell(packs) }
}

/**
 * The stock cells: those typed, and the others as they are. Typed stocks count as the difference to what the form
 * showed, so that units sold meanwhile stay sold.
 */
function stockCells(stocks: StatedCell[], at: number, row: ExportedRow): Partial<ExportedRow> {
  const now = parseMark(row.stockwas)?.stocks ?? {}
  const said = new Map(stocks.map((one) => [one.label, one]))
  const slots = rowPackLabels(row).map((label) => {
    const { was, text } = said.get(label) ?? { was: now[label] ?? null, text: undefined }
    return { label, stock: was, cell: text ?? unitsText(was) }
  })
  const [first] = slots
  const own = first?.label === '' ? first.stock : null
  return {
    stock: slots.map(({ cell }) => cell).join('|'),
    stockwas: writeMark(own, first?.label === '' ? [] : slots, { stamp: at }),
  }
}

/** The labels of a row's packs, in order; one empty label if the product has no packs. */
export function rowPackLabels(row: ExportedRow): string[] {
  const packs = packsOf(row)
  return packs.length === 0 ? [''] : packs.map(({ label }) => label)
}

const unitsText = (units: number | null) => (units === null ? '' : String(units))
