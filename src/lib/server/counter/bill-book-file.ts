import type { Period } from '#lib/counter/period.ts'
import { indianMinute } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { billBookTexts } from '#lib/texts/page/bill-book.ts'
import { readBillBook } from './bill-book.ts'
import type { BillRow } from './bill-rows.ts'
import { type BillSeries, readBillSeries } from './bill-series.ts'

/** The bill book as CSV in pieces: its rows and, below an empty line, the documents issued. */
export async function* billBookCsv(db: Db, period: Period): AsyncGenerator<string> {
  yield csvLine(billBookTexts.columns)
  for await (const rows of readBillBook(db, period)) yield rows.map(csvRow).join('')
  const series = await readBillSeries(db, period)
  yield ['\r\n', csvLine(billBookTexts.seriesColumns), ...series.map(csvSeries)].join('')
}

/** The same for programs: one object with `from`, `to`, `rows` and `series`. */
export async function* billBookJson(db: Db, period: Period): AsyncGenerator<string> {
  yield `${JSON.stringify(period).slice(0, -1)},"rows":[`
  let comma = ''
  for await (const rows of readBillBook(db, period)) {
    for (const row of rows) {
      yield comma + JSON.stringify(row)
      comma = ','
    }
  }
  yield `],"series":${JSON.stringify(await readBillSeries(db, period))}}\n`
}

function csvRow(row: BillRow): string {
  const { kind, reduces, state, stateCode, hsn, rate, units, isSplit } = row
  const sums = [row.taxablePaise, row.cgstPaise, row.sgstPaise, row.igstPaise]
  return csvLine([
    ...[indianMinute(row.at), row.number, row.order, billBookTexts.kinds[kind]],
    // As the forms of the return have it: `29-Karnataka`.
    ...[reduces.join(' + '), [stateCode, state].filter(Boolean).join('-'), hsn],
    isSplit ? String(rate ?? '') : billBookTexts.unknownRate,
    String(units ?? ''),
    ...sums.map((paise) => (isSplit ? decimalPrice(paise) : '')),
    decimalPrice(row.totalPaise),
  ])
}

function csvSeries({ kind, first, last, count, missing }: BillSeries): string {
  const lacking = missing.reduce((sum, one) => sum + one.count, 0)
  const which = missing.map(billBookTexts.missingNumbers).join('; ')
  const name = billBookTexts.kinds[kind]
  return csvLine([name, first, last, String(count), String(lacking), which])
}
