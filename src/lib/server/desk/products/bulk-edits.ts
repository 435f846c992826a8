import * as z from 'zod/mini'
import { indianDay, isDay } from '#lib/dates.ts'
import { decimalPrice, paiseToRupees, rupeesToPaise } from '#lib/money.ts'
import type { Result } from '#lib/result.ts'
import type { deskProductTexts } from '#lib/texts/page/desk-products.ts'
import type { Category } from '#lib/catalogue/product.ts'
import type { ExportedRow } from '#lib/server/import/export/product-export.ts'
import { readPrice } from '#lib/server/import/read/product/prices.ts'
import type { Cells, Edit } from './edit-list.ts'
import { packColumnOf, packsOf } from '#lib/server/import/packs/pack-cells.ts'
import { rowPackLabels, packPrices } from './row-edits.ts'

const percent = z.pipe(
  z.string().check(z.trim(), z.regex(/^[+-]?\d{1,3}(\.\d)?$/)),
  z.transform(Number),
)

/** What can be done with many products at once. */
const bulkSchema = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('price'),
    percent: percent.check(
      z.minimum(-90),
      z.maximum(300),
      z.refine((by) => by !== 0),
    ),
  }),
  z.object({ what: z.literal('soldout') }),
  z.object({
    what: z.literal('sale'),
    off: percent.check(z.minimum(1), z.maximum(90)),
    /** Empty: the sale starts at once. */
    from: z._default(z.string().check(z.refine((day) => day === '' || isDay(day))), ''),
    until: z.string().check(z.refine(isDay)),
  }),
  z.object({ what: z.literal('nosale') }),
  z.object({ what: z.literal('category'), place: z.string().check(z.maxLength(400)) }),
  z.object({ what: z.literal('withdraw') }),
])

/** Why a form asks for no edit: a field beside the button, or the days of a sale. */
type BulkFault = keyof typeof deskProductTexts.bulkFaults

/** The edit that a form asks for. */
export function readBulkEdit(body: unknown, categories: Category[]): Result<Edit, BulkFault> {
  const parsed = bulkSchema.safeParse(body)
  if (!parsed.success) return { ok: false, error: 'malformed' }
  const { data } = parsed
  if (data.what === 'sale') return saleEdit(data)
  if (data.what === 'price') return done((row) => pricesBy(row, data.percent))
  if (data.what === 'nosale') return done(endOfSale)
  if (data.what === 'soldout') return done(soldOut)
  if (data.what === 'withdraw') return done(() => ({ withdrawn: 'yes' }))
  const place = placeOf(data.place, categories)
  return place ? done(() => place) : { ok: false, error: 'malformed' }
}

const done = (value: Edit): Result<Edit, BulkFault> => ({ ok: true, value })

type Sale = { off: number; from: string; until: string }

/** A sale that is already over would only end the one that is running. */
function saleEdit({ off, from, until }: Sale): Result<Edit, BulkFault> {
  const today = indianDay(Date.now())
  if (until < today) return { ok: false, error: 'over' }
  if (from > until) return { ok: false, error: 'backwards' }
  return done((row) => saleOf(row, { off, until, from: from > today ? from : '' }))
}

/** Finds a category or sub-category by `category` or `category/subcategory`, which are ids. */
function placeOf(text: string, categories: Category[]): Cells | undefined {
  const [id, subId] = text.split('/')
  const category = categories.find((found) => found.id === id)
  const sub = category?.children.find((child) => child.id === subId)
  if (!category || (subId !== undefined && !sub)) return undefined
  return { category: category.name, subcategory: sub?.name ?? '' }
}

/**
 * A price changed by `by` percent, rounded to whole rupees and at least one rupee. Text that is no price stays as
 * it is, and so does a price below one rupee that would be reduced.
 */
export function priceBy(price: string, by: number): string {
  const paise = readPrice(price, 'rupees', '')
  if (typeof paise !== 'number') return price
  const rupees = Math.round(paiseToRupees(paise * (100 + by)) / 100)
  const changed = rupeesToPaise(Math.max(1, rupees))
  return by < 0 && changed > paise ? price : decimalPrice(changed)
}

/**
 * Changes prices by a percentage. Sale prices that would no longer be below the new price are dropped; if none is
 * left, the sale ends.
 */
function pricesBy(row: ExportedRow, by: number): Cells {
  const cells = packPrices(row, ({ price }) => priceBy(price, by)) ?? {
    price: priceBy(row.price, by),
  }
  const changed = { ...row, ...cells }
  const prices = pricesOf(changed)
  const sales = row.saleprice === '' ? [] : row.saleprice.split('|')
  const kept = sales.map((sale, at) => (Number(sale) < Number(prices[at]) ? sale : ''))
  if (kept.join('|') === row.saleprice) return cells
  if (kept.every((sale) => sale === '')) return { ...cells, ...endOfSale(changed) }
  const { salefrom, saleuntil } = row
  return { ...cells, ...ownPacks(changed), saleprice: kept.join('|'), salefrom, saleuntil }
}

/** A sale until the end of a day, from now or from the start of another day. Prices so small that rounding leaves them unchanged get no sale price. */
function saleOf(row: ExportedRow, { off, from, until }: Sale): Cells {
  const prices = pricesOf(row).map((price) => {
    const lower = priceBy(price, -off)
    return Number(lower) < Number(price) ? lower : ''
  })
  if (prices.every((price) => price === '')) return {}
  return { ...ownPacks(row), saleprice: prices.join('|'), salefrom: from, saleuntil: until }
}

const endOfSale = (row: ExportedRow): Cells =>
  row.saleprice === '' ? {} : { ...ownPacks(row), saleprice: '', salefrom: '', saleuntil: '' }

/** The pack cell of a row, which has to stand beside sale prices of packs. */
function ownPacks(row: ExportedRow): Cells {
  const kind = packColumnOf(row)
  return kind ? { [kind]: row[kind] } : {}
}

function pricesOf(row: ExportedRow): string[] {
  const packs = packsOf(row)
  return packs.length === 0 ? [row.price] : packs.map(({ price }) => price)
}

const soldOut = (row: ExportedRow): Cells => ({
  stock: rowPackLabels(row)
    .map(() => '0')
    .join('|'),
  stockwas: row.stockwas,
})
