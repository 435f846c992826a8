import { dayEnd, dayStart, indianMinute } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import { stageOf } from '#lib/counter/stages.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { dueOf } from './counter.ts'

/** One order of the day book; sums in paise. */
export type DayRow = {
  at: number
  number: string
  name: string
  stage: string
  payment: 'cash' | 'online'
  orderedPaise: number
  /** What was deducted since: reductions and refunds. */
  offPaise: number
  /** What remains as a sale: the bill less its credit notes. */
  salePaise: number
  collectedPaise: number
  how: string
  rider: string
  reference: string
}

/** All orders placed on a day in India, with what became of their money. */
export async function readDayBook(db: Db, day: string): Promise<DayRow[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.id', 'orders.payment_id')
    .leftJoin('cash_entry', (join) =>
      join
        .onRef('cash_entry.order_id', '=', 'orders.id')
        .on('cash_entry.kind', '=', 'taken')
        .on('cash_entry.undone_at', 'is', null),
    )
    .selectAll('orders')
    .select(['payment.refund_paise', 'payment.provider_payment_id', 'payment.state as money'])
    .select((eb) =>
      eb
        .selectFrom('outside_refund')
        .select((on) => on.fn.sum('outside_refund.amount_paise').as('paise'))
        .whereRef('outside_refund.provider', '=', 'payment.provider')
        .whereRef('outside_refund.provider_payment_id', '=', 'payment.provider_payment_id')
        .as('outside_paise'),
    )
    .select(['cash_entry.amount_paise as cash_paise', 'cash_entry.how', 'cash_entry.reference'])
    .where('orders.created_at', '>=', dayStart(day))
    .where('orders.created_at', '<', dayEnd(day))
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .execute()
  return rows.map((row) => {
    const isCash = row.payment_id === null
    const stage = stageOf(row)
    const kept = stage === 'ended' ? 0 : dueOf(row)
    const backPaise = Number(row.refund_paise ?? 0) + Number(row.outside_paise ?? 0)
    const isBackAll = row.money === 'refunded'
    const salePaise = isCash ? kept : isBackAll ? 0 : Math.max(0, row.amount_paise - backPaise)
    const isBack = isCash && stage === 'ended'
    return {
      ...{ at: row.created_at, number: row.number, name: row.fullname, stage, salePaise },
      ...{ payment: isCash ? 'cash' : 'online', orderedPaise: row.amount_paise },
      offPaise: row.amount_paise - salePaise,
      collectedPaise: isCash ? (isBack ? 0 : Number(row.cash_paise ?? 0)) : salePaise,
      ...{ how: isCash ? (row.how ?? '') : 'online', rider: row.rider },
      reference: row.reference ?? row.provider_payment_id ?? '',
    }
  })
}

const HEADER = [
  ...['time', 'order', 'name', 'state', 'payment', 'ordered', 'taken off', 'sale', 'collected'],
  ...['how', 'rider', 'reference'],
]

/** The day book as CSV, with the totals in its last line. */
export function dayBookCsv(rows: readonly DayRow[]): string {
  const sum = (of: (row: DayRow) => number) =>
    decimalPrice(rows.reduce((all, row) => all + of(row), 0))
  const lines = rows.map((row) => [
    ...[indianMinute(row.at), row.number, row.name, row.stage, row.payment],
    ...[decimalPrice(row.orderedPaise), decimalPrice(row.offPaise), decimalPrice(row.salePaise)],
    ...[decimalPrice(row.collectedPaise), row.how, row.rider, row.reference],
  ])
  const sums = [
    ...['', `${rows.length} orders`, '', '', '', sum((row) => row.orderedPaise)],
    ...[sum((row) => row.offPaise), sum((row) => row.salePaise)],
    ...[sum((row) => row.collectedPaise), '', '', ''],
  ]
  return [HEADER, ...lines, sums].map(csvLine).join('')
}
