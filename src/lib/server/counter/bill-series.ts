import { type BillNumber, billNumber } from '#lib/checkout/bill.ts'
import type { Period } from '#lib/counter/period.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { isSkippedTo } from '#lib/server/orders/bills/bills.ts'
import { papersOf } from './bill-book.ts'

/** Numbers that no bill has, both ends included: passed over by a restore, or for no known reason. */
type MissingNumbers = {
  first: string
  last: string
  count: number
  why: 'restore' | 'unknown'
}

/** The numbers that one series gave out in a period. */
export type BillSeries = Pick<BillNumber, 'kind' | 'year'> & {
  first: string
  last: string
  count: number
  missing: MissingNumbers[]
}

/** Numbers take little: there is no need to wait as often as for rows. */
const BATCH = 1000

/** The documents issued on these days, by series. Numbers that are missing before the first belong to it (P21). */
export async function readBillSeries(db: Db, period: Period): Promise<BillSeries[]> {
  const given = new Map<string, { series: Series; numbers: number[] }>()
  for await (const papers of papersOf(db, period, BATCH)) {
    for (const { kind, year, number } of papers) {
      const of = given.get(`${kind} ${year}`) ?? { series: { kind, year }, numbers: [] }
      given.set(`${kind} ${year}`, of)
      of.numbers.push(number)
    }
  }
  const all: BillSeries[] = []
  for (const { series, numbers } of given.values()) {
    const sorted = numbers.toSorted((a, b) => a - b)
    const [first = 0, last = first] = [sorted[0], sorted.at(-1)]
    all.push({
      ...{ ...series, first: billNumber({ ...series, number: first }) },
      ...{ last: billNumber({ ...series, number: last }), count: sorted.length },
      missing: await missingOf(db, series, sorted),
    })
  }
  return all.toSorted((a, b) => (a.first < b.first ? -1 : 1))
}

type Series = Pick<BillNumber, 'kind' | 'year'>

async function missingOf(db: Db, series: Series, sorted: number[]): Promise<MissingNumbers[]> {
  const missing: MissingNumbers[] = []
  const note = (from: number, to: number) => {
    if (from > to) return
    const [first, last] = [from, to].map((number) => billNumber({ ...series, number }))
    if (first === undefined || last === undefined) return
    missing.push({
      first,
      last,
      count: to - from + 1,
      why: isSkippedTo(to) ? 'restore' : 'unknown',
    })
  }
  let before = await lastBefore(db, series, sorted[0] ?? 0)
  for (const number of sorted) {
    if (number > before + 1) {
      // Those in between may have been written on other days.
      for (const other of await numbersBetween(db, series, before, number)) {
        note(before + 1, other - 1)
        before = other
      }
      note(before + 1, number - 1)
    }
    before = number
  }
  return missing
}

async function lastBefore(db: Db, series: Series, number: number): Promise<number> {
  const found = await inSeries(db, series)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.number ?? 0
}

async function numbersBetween(db: Db, series: Series, low: number, high: number) {
  const between = inSeries(db, series).where('number', '>', low).where('number', '<', high)
  return (await between.orderBy('number').execute()).map(({ number }) => number)
}

const inSeries = (db: Db, { kind, year }: Series) =>
  db.selectFrom('bill').select('number').where('kind', '=', kind).where('year', '=', year)
