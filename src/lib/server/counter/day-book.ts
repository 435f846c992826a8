import { dayEnd, dayStart, indianMinute } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import { stageOf } from '#lib/counter/stages.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { counterTexts } from '#lib/texts/page/counter-desk.ts'
import { SALE_PAISE } from './sale.ts'
import { isTaken, isUnreferenced, sumTaken, type TakenEntry } from './taken.ts'

/** One order of the day book; sums in paise. */
export type DayRow = {
  at: number
  number: string
  name: string
  stage: string
  payment: 'cash' | 'online'
  orderedPaise: number
  /** Ordered, but no sale: goods not brought, sums taken off, refunds, and all of an order that ended. */
  lessPaise: number
  /** What remains as a sale: the bill less its credit notes. */
  salePaise: number
  collectedPaise: number
  /** How it was collected: `cash`, `upi`, `cash+upi` or `online`. */
  how: string
  /** Below 0: given back by hand, of an order that was paid online. */
  cashPaise: number
  upiPaise: number
  /** The same from the shop's bank: nobody pays an order into it. */
  bankPaise: number
  rider: string
  reference: string
}

/** All orders placed on a day in India, with what became of their money. */
export async function readDayBook(db: Db, day: string): Promise<DayRow[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.id', 'orders.payment_id')
    .selectAll('orders')
    .select(['payment.provider_payment_id', SALE_PAISE.as('sale_paise')])
    .select((eb) =>
      eb
        .selectFrom('refund')
        .select((on) => on.fn.sum('refund.amount_paise').as('paise'))
        .whereRef('refund.payment_id', '=', 'orders.payment_id')
        .where('refund.given_how', '=', 'bank')
        .as('bank_paise'),
    )
    .where('orders.created_at', '>=', dayStart(day))
    .where('orders.created_at', '<', dayEnd(day))
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .execute()
  const taken = await takenOn(db, day)
  return rows.map((row) => {
    const entries = taken.get(row.id) ?? []
    const isCash = row.payment_id === null
    const stage = stageOf(row)
    const salePaise = Number(row.sale_paise)
    const isBack = isCash && stage === 'ended'
    return {
      ...{ at: row.created_at, number: row.number, name: row.fullname, stage, salePaise },
      ...{ payment: isCash ? 'cash' : 'online', orderedPaise: row.amount_paise },
      lessPaise: row.amount_paise - salePaise,
      collectedPaise: isCash ? (isBack ? 0 : sumTaken(entries)) : salePaise,
      ...(isCash ? waysOf(entries, isBack) : waysBack(entries)),
      bankPaise: 0 - Number(row.bank_paise ?? 0),
      rider: row.rider,
      reference: isCash ? referencesOf(entries) : (row.provider_payment_id ?? ''),
    }
  })
}

/** What was taken for the orders of a day, or given back by hand, also of online payments (P15), by the order's id. */
async function takenOn(db: Db, day: string): Promise<Map<string, Taken[]>> {
  const entries = await db
    .selectFrom('cash_entry')
    .innerJoin('orders', 'orders.id', 'cash_entry.order_id')
    .select(['order_id', 'kind', 'how', 'cash_entry.amount_paise', 'reference'])
    .where('undone_at', 'is', null)
    .where('orders.created_at', '>=', dayStart(day))
    .where('orders.created_at', '<', dayEnd(day))
    .orderBy('cash_entry.created_at')
    .orderBy('cash_entry.id')
    .execute()
  return Map.groupBy(entries, ({ order_id }) => order_id)
}
type Taken = Pick<TakenEntry, 'order_id' | 'kind' | 'how' | 'amount_paise' | 'reference'>

/** How an order was paid at the door, and what of that was kept: nothing if all is given back. */
function waysOf(entries: readonly Taken[], isBack: boolean) {
  const of = (how: Taken['how']) => entries.filter((entry) => entry.how === how)
  const paid = (['cash', 'upi'] as const).filter((how) => of(how).some(isTaken))
  const how = paid.length > 0 ? paid.join('+') : (entries[0]?.how ?? '')
  if (isBack) return { how, cashPaise: 0, upiPaise: 0 }
  return { how, cashPaise: sumTaken(of('cash')), upiPaise: sumTaken(of('upi')) }
}

/** What left the till and the UPI account for an order that was paid online. */
function waysBack(given: readonly Taken[]) {
  const of = (how: Taken['how']) => sumTaken(given.filter((entry) => entry.how === how))
  return { how: 'online', cashPaise: of('cash'), upiPaise: of('upi') }
}

/** The references of UPI payments; one that nobody gave is named as missing. */
const referencesOf = (entries: readonly Taken[]): string =>
  entries
    .map((entry) => (isUnreferenced(entry) ? counterTexts.noReference : entry.reference))
    .filter(Boolean)
    .join(' + ')

const HEADER = [
  ...['time', 'order', 'name', 'state', 'payment', 'ordered', 'less', 'sale', 'collected'],
  ...['how', 'rider', 'reference', 'cash', 'upi', 'bank'],
]

/** The day book as CSV, with the totals in its last line. */
export function dayBookCsv(rows: readonly DayRow[]): string {
  const sum = (of: (row: DayRow) => number) =>
    decimalPrice(rows.reduce((all, row) => all + of(row), 0))
  const lines = rows.map((row) => [
    ...[indianMinute(row.at), row.number, row.name, row.stage, row.payment],
    ...[decimalPrice(row.orderedPaise), decimalPrice(row.lessPaise), decimalPrice(row.salePaise)],
    ...[decimalPrice(row.collectedPaise), row.how, row.rider, row.reference],
    ...[row.cashPaise, row.upiPaise, row.bankPaise].map(decimalPrice),
  ])
  const sums = [
    ...['', `${rows.length} orders`, '', '', '', sum((row) => row.orderedPaise)],
    ...[sum((row) => row.lessPaise), sum((row) => row.salePaise)],
    ...[sum((row) => row.collectedPaise), '', '', ''],
    ...[sum((row) => row.cashPaise), sum((row) => row.upiPaise), sum((row) => row.bankPaise)],
  ]
  return [HEADER, ...lines, sums].map(csvLine).join('')
}
