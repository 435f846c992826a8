import type { Db } from '#lib/server/database/schema.ts'
import type { IfMissing } from '#lib/checkout/billing-fields.ts'
import { readOrderLines, missingWish } from '#lib/server/orders/order-lines.ts'

/** One item to fetch, for all chosen orders together. */
type Pick = {
  /** Names product, pack and units: a tick counts only for the number that was fetched. */
  key: string
  title: string
  /** The choice, or the content of the only pack. */
  choice: string
  units: number
  /** How many each order needs; a replacement has no wish. */
  of: { number: string; units: number; ifMissing?: IfMissing }[]
}
export type Aisle = { name: string; picks: Pick[] }

const MOST = 100

/** Parses order numbers joined by dots, as in the address of a pick list. */
export function readNumbers(text: string | null): string[] {
  const numbers = (text ?? '').toUpperCase().split('.').filter(Boolean)
  return [...new Set(numbers)].filter((number) => /^[A-Z\d]{2,20}$/.test(number)).slice(0, MOST)
}

/** The chosen orders with the lines to deliver, oldest first. */
export async function chosenOrders(db: Db, numbers: readonly string[]) {
  if (numbers.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('number', 'in', numbers)
    .orderBy('created_at')
    .execute()
  return Promise.all(
    orders.map(async (order) => ({
      order,
      lines: (await readOrderLines(db, order.id)).filter(({ now }) => now > 0),
    })),
  )
}
export type ChosenOrder = Awaited<ReturnType<typeof chosenOrders>>[number]

/** The items to fetch for these orders, summed, in the sequence of the shop's categories. */
export async function pickList(db: Db, chosen: readonly ChosenOrder[]): Promise<Aisle[]> {
  const aisles = await aislesOf(db, chosen)
  const picks = new Map<string, Pick & { productId: string }>()
  for (const { order, lines } of chosen) {
    for (const line of lines) {
      // The pack's content may have changed between orders.
      const key = `${line.product_id} ${line.choice || (line.unit ?? '')}`
      const pick = picks.get(key) ?? {
        ...{ key, productId: line.product_id, title: line.title, choice: line.pack },
        ...{ units: 0, of: [] },
      }
      pick.units += line.now
      const wish = missingWish(line)
      pick.of.push({ number: order.number, units: line.now, ...(wish && { ifMissing: wish }) })
      picks.set(key, pick)
    }
  }
  const byAisle = new Map<string, Aisle & { place: number }>()
  for (const { productId, ...pick } of picks.values()) {
    pick.key += ` ${pick.units}`
    const { name, place } = aisles.get(productId) ?? { name: '', place: Infinity }
    const aisle = byAisle.get(name) ?? { name, place, picks: [] }
    aisle.picks.push(pick)
    byAisle.set(name, aisle)
  }
  return [...byAisle.values()]
    .toSorted((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1))
    .map(({ name, picks: wanted }) => ({
      name,
      picks: wanted.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    }))
}

/** The aisle of each product: category and sub-category, in the shop's own sequence. */
async function aislesOf(db: Db, chosen: readonly ChosenOrder[]) {
  const ids = [...new Set(chosen.flatMap(({ lines }) => lines.map((line) => line.product_id)))]
  if (ids.length === 0) return new Map<string, { name: string; place: number }>()
  const rows = await db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('category as subcat', 'subcat.id', 'product.subcat_id')
    .select(['product.id', 'category.name', 'category.position'])
    .select(['subcat.name as subcat_name', 'subcat.position as subcat_position'])
    .where('product.id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: [row.name, row.subcat_name].filter(Boolean).join(' · '),
        place: row.position * 10_000 + (row.subcat_position ?? 0),
      },
    ]),
  )
}
