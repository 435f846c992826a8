import { sql } from 'kysely'
import type { Period } from '#lib/counter/period.ts'
import { dayEnd, daysOf, dayStart } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { soldTexts } from '#lib/texts/page/counter-today.ts'
import { IS_KEPT, SALE_PAISE } from './sale.ts'

/** A product, or a pack of it, and how much of it buyers kept. */
type Sold = { sku: string; name: string; pack: string; units: number; paise: number }

/** So many days are read at most: SQLite answers nobody else meanwhile. */
export const MOST_DAYS_SOLD = 100

type SoldOnDays = { sold: Sold[]; offPaise: number }

const BROUGHT = sql<number>`coalesce(brought_quantity, quantity)`

/** The lines of orders since then that buyers keep: those of cancelled and returned orders do not count. */
export const soldLines = (db: Db, since: number) =>
  // From these orders to their lines: SQLite keeps to the order of a cross join.
  db
    .selectFrom('orders')
    .crossJoin('order_item')
    .whereRef('order_item.order_id', '=', 'orders.id')
    .select('order_item.product_id')
    .select(sql<number>`sum(${BROUGHT})`.as('units'))
    .where('orders.created_at', '>=', since)
    .where(IS_KEPT)
    .groupBy('order_item.product_id')

/**
 * What was sold in orders of these days as it was brought, at its prices, most money first; and what of these prices
 * was taken off or refunded beside goods.
 * @returns undefined of more than `MOST_DAYS_SOLD` days
 */
export async function readSold(db: Db, { from, to }: Period): Promise<SoldOnDays | undefined> {
  if (daysOf(from, to) > MOST_DAYS_SOLD) return undefined
  const rows = await soldLines(db, dayStart(from))
    .leftJoin('product', 'product.id', 'order_item.product_id')
    .select(['product.sku', 'order_item.choice_label'])
    .select((eb) => [
      eb.fn.max('order_item.title').as('name'),
      eb.fn.max('order_item.unit').as('unit'),
    ])
    .select(sql<number>`sum(order_item.price_paise * ${BROUGHT})`.as('paise'))
    .where('orders.created_at', '<', dayEnd(to))
    .groupBy(['product.sku', 'order_item.choice_label'])
    .execute()
  const sold = rows
    .map(({ sku, name, unit, choice_label, units, paise }) => ({
      ...{ sku: sku ?? '', name, pack: choice_label || (unit ?? '') },
      ...{ units: Number(units), paise: Number(paise) },
    }))
    .filter(({ units }) => units > 0)
    .toSorted((a, b) => b.paise - a.paise || (`${a.sku} ${a.pack}` < `${b.sku} ${b.pack}` ? -1 : 1))
  const soldPaise = sold.reduce((sum, { paise }) => sum + paise, 0)
  return { sold, offPaise: soldPaise - (await cameTo(db, { from, to })) }
}

/** What the orders of these days that buyers keep came to, as the day book has it. */
async function cameTo(db: Db, { from, to }: Period): Promise<number> {
  const { paise } = await db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.id', 'orders.payment_id')
    .select(sql<number>`coalesce(sum(${SALE_PAISE}), 0)`.as('paise'))
    .where('orders.created_at', '>=', dayStart(from))
    .where('orders.created_at', '<', dayEnd(to))
    .where(IS_KEPT)
    .executeTakeFirstOrThrow()
  return Number(paise)
}

/** What was sold as CSV. */
export const soldCsv = ({ sold, offPaise }: SoldOnDays): string =>
  [
    soldTexts.columns,
    ...sold.map(({ sku, name, pack, units, paise }) => [
      ...[sku, name, pack, String(units), decimalPrice(paise)],
    ]),
    ...(offPaise === 0 ? [] : [['', soldTexts.off, '', '', decimalPrice(-offPaise)]]),
  ]
    .map(csvLine)
    .join('')
