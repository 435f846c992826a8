import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { DAY_MS } from '#lib/server/durations.ts'
import { INDIA_MS } from '#lib/dates.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { BillTable, OrderRow } from '#lib/server/database/schema/orders.ts'
import {
  asWritten,
  billKind,
  billLinesSchema,
  mainBill,
  type Seller,
  sellerSchema,
} from '#lib/checkout/bill.ts'

type Kind = BillTable['kind']

/** India's financial year begins in April. */
const APRIL = 3

/** The financial year in India at this moment: `2627` from April 2026 to March 2027. */
export function financialYear(now: number): string {
  const day = new Date(now + INDIA_MS)
  const first = day.getUTCFullYear() - (day.getUTCMonth() < APRIL ? 1 : 0)
  return [first, first + 1].map((year) => String(year).slice(-2)).join('')
}

/**
 * Writes the bill of a new order: a tax invoice, or a bill of supply if the seller collects no tax or nothing of the order
 * bears any. Call it last, after the lines: taking the year's next number locks the series until the transaction ends.
 */
export async function issueBill(
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'amount_paise' | 'region' | 'country'>,
  now: number,
): Promise<void> {
  const seller = await sellerNow(trx)
  const { id: orderId, amount_paise: paise, region: state, country } = order
  const taxed = trx.selectFrom('order_item').select('position').where('order_id', '=', orderId)
  const isTaxed = (await taxed.where('gst_percent', '>', 0).executeTakeFirst()) !== undefined
  const kind = billKind(seller, isTaxed)
  await writeBill(trx, { ...{ kind, orderId, cause: 'order' }, paise, seller, state, country }, now)
}

/** The seller's details as they are today. */
export async function sellerNow(trx: Trx): Promise<Seller> {
  return sellerSchema.parse(await loadShop(trx))
}

/**
 * Writes a credit note for what is taken back of a bill, once per `cause`, and never for more than is left of
 * the order's bills. Does nothing for an order without a bill.
 */
export async function issueCredit(
  trx: Trx,
  orderId: string,
  amountPaise: number,
  cause: string,
  now: number,
): Promise<void> {
  const bills = await billsOf(trx, orderId)
  const bill = mainBill(bills)
  if (!bill || bills.some((one) => one.cause === cause)) return
  const paise = Math.min(amountPaise, leftOfBills(bills))
  const { seller, state, country } = bill
  const credit = { kind: 'credit' as const, orderId, cause, paise, seller, state, country }
  if (paise > 0) await writeBill(trx, credit, afterBills(bills, now))
}

/**
 * When something further is written for an order: after all its bills, also if the clock was set back since, as their
 * order decides which of them a credit note reduces.
 */
export const afterBills = (bills: readonly Pick<BillTable, 'created_at'>[], now: number): number =>
  Math.max(now, ...bills.map(({ created_at: at }) => (at > now ? at + 1 : at)))

/** What is left of an order's bills after their credit notes, in paise. */
export const leftOfBills = (
  bills: readonly Pick<Selectable<BillTable>, 'kind' | 'amount_paise'>[],
): number =>
  bills.reduce(
    (rest, { kind, amount_paise }) => rest + (kind === 'credit' ? -amount_paise : amount_paise),
    0,
  )

/** The bill of an order, those of replacements, and their credit notes, in the order written; empty if there are none. */
export async function billsOf(db: Db, orderId: string) {
  return (await billsByOrder(db, [orderId])).get(orderId) ?? []
}

/** The same of several orders, by their ids. */
export async function billsByOrder(db: Db, orderIds: readonly string[]) {
  const rows = await db
    .selectFrom('bill')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('number')
    .execute()
  const bills = rows.map((row) => ({
    ...row,
    seller: sellerSchema.parse(JSON.parse(row.seller)),
    lines: row.lines === '' ? undefined : billLinesSchema.parse(JSON.parse(row.lines)),
  }))
  return Map.groupBy(asWritten(bills), ({ order_id }) => order_id)
}

type Written = Pick<Selectable<BillTable>, 'kind' | 'cause' | 'state' | 'country'> & {
  orderId: string
  paise: number
  seller: Seller
  /** Of a bill written anew: its lines and quantities, as JSON. */
  lines?: string
}

/** Writes a bill or a credit note under the next number of its series. */
export async function writeBill(trx: Trx, bill: Written, now: number): Promise<void> {
  const { orderId, paise, seller, ...rest } = bill
  const year = financialYear(now)
  const number = await nextNumber(trx, bill.kind, year)
  await trx
    .insertInto('bill')
    .values({
      ...{ ...rest, id: randomUUID(), year, number, order_id: orderId },
      ...{ amount_paise: paise, seller: JSON.stringify(seller), created_at: now },
      has_equal_halves: 1,
    })
    .execute()
}

/** More bills than any shop of this kind writes in a day. */
const MAX_A_DAY = 1000

/** All kinds of bills; each has a series of numbers of its own. */
export const BILL_KINDS = ['invoice', 'supply', 'credit'] as const satisfies readonly Kind[]

/** Up to which number a series is known to be given out, and as of when. */
export type GivenNumber = { kind: Kind; year: string; last: number; at: number }

/**
 * Moves the numbers of bills and credit notes past all that may have been given out since a backup was made,
 * so that none is used twice after its restore: by a thousand for each day, from the next full thousand.
 * @param elsewhere what is known besides the restored database
 * @returns up to where they are skipped now
 */
export async function skipNumbers(
  db: Db,
  madeAt: number,
  now: number,
  elsewhere: readonly GivenNumber[],
): Promise<GivenNumber[]> {
  const year = financialYear(now)
  const restored = await db.selectFrom('bill_series').select(['kind', 'year', 'last']).execute()
  const known = [...restored.map((row) => ({ ...row, at: madeAt })), ...elsewhere]
  const skipped: GivenNumber[] = []
  for (const kind of BILL_KINDS) {
    const own = known.filter((one) => one.kind === kind && one.year === year)
    const last = Math.max(...[{ last: 0, at: madeAt }, ...own].map((one) => pastAll(one, now)))
    await db
      .insertInto('bill_series')
      .values({ kind, year, last })
      .onConflict((conflict) => conflict.columns(['kind', 'year']).doUpdateSet({ last }))
      .execute()
    skipped.push({ kind, year, last, at: now })
  }
  return skipped
}

function pastAll({ last, at }: Pick<GivenNumber, 'last' | 'at'>, now: number): number {
  const days = Math.ceil(Math.max(1, now - at) / DAY_MS)
  return (Math.ceil(last / MAX_A_DAY) + days) * MAX_A_DAY
}

/** Whether a restore may have passed over the numbers up to this one. */
export const isSkippedTo = (number: number): boolean => number % MAX_A_DAY === 0

/** Takes the next number. Others wait until this transaction has written it or given it up, so there are no gaps. */
async function nextNumber(trx: Trx, kind: Kind, year: string): Promise<number> {
  const { last } = await trx
    .insertInto('bill_series')
    .values({ kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'year']).doUpdateSet({ last: sql<number>`bill_series.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
