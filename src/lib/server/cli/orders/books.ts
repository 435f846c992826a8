import { counted } from '#lib/texts/counted.ts'
import { indianDay, isDay } from '#lib/dates.ts'
import { formatPaise } from '#lib/money.ts'
import { cashTexts, soldTexts } from '#lib/texts/page/counter-today.ts'
import { type Period, readPeriod } from '#lib/counter/period.ts'
import { billBookTexts } from '#lib/texts/page/bill-book.ts'
import { billBookCsv, billBookJson } from '#lib/server/counter/bill-book-file.ts'
import { readCashBook, type RiderCash } from '#lib/server/counter/cash-book.ts'
import { dayBookCsv, readDayBook } from '#lib/server/counter/day-book.ts'
import { chosenOrders, pickList } from '#lib/server/counter/pick-list.ts'
import { MOST_DAYS_SOLD, readSold, soldCsv } from '#lib/server/counter/sold.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Call, ExitCode } from '../call.ts'
import { UsageError } from '../verb.ts'

/** `orders daybook [DAY]`: prints the orders of a day and what became of their money, as CSV. */
export async function printDayBook(
  db: Db,
  { terminal }: Call,
  day: string | undefined,
): Promise<ExitCode> {
  terminal.out(dayBookCsv(await readDayBook(db, dayFrom(day))))
  return 0
}

/** `orders bills [MONTH]`: prints the bill book of a month, or of days from and to, as CSV. */
export async function printBills(
  db: Db,
  { flags, terminal }: Call,
  month: string | undefined,
): Promise<ExitCode> {
  const period = periodFrom(flags.texts, month)
  for await (const piece of (flags.json ? billBookJson : billBookCsv)(db, period))
    terminal.out(piece)
  return 0
}

/** `orders sold [MONTH]`: prints what was sold in a month, or on days from and to, as CSV. */
export async function printSold(
  db: Db,
  { flags, terminal }: Call,
  month: string | undefined,
): Promise<ExitCode> {
  const period = periodFrom(flags.texts, month)
  const sold = await readSold(db, period)
  if (!sold) throw new UsageError(soldTexts.tooLong(MOST_DAYS_SOLD))
  terminal.out(flags.json ? `${JSON.stringify({ ...period, ...sold })}\n` : soldCsv(sold))
  return 0
}

/** `orders cashbook [DAY]`: prints what each rider collected and still has to collect. */
export async function printCashBook(
  db: Db,
  { flags, terminal }: Call,
  asked: string | undefined,
): Promise<ExitCode> {
  const day = dayFrom(asked)
  const riders = await readCashBook(db, day, Date.now())
  const lines = riders.map((row) => `${cashTexts.groupName(row)}: ${sumsOf(row).join(', ')}\n`)
  terminal.out(flags.json ? `${JSON.stringify({ day, riders })}\n` : lines.join(''))
  return 0
}

const sum = (paise: number) => `Rs ${formatPaise(paise)}`

/** A group of the cash book in words. */
function sumsOf(row: RiderCash): string[] {
  const { orders, duePaise, cashPaise, upiPaise, shortPaise, returnedUpiPaise } = row
  const back = `${sum(row.returnedPaise)} given back`
  const byUpi = returnedUpiPaise > 0 ? ` (of which ${sum(returnedUpiPaise)} by UPI)` : ''
  if (row.isShop) return [counted(orders, 'order'), `${back}${byUpi}`]
  const missing =
    row.unreferenced.length > 0 ? ` (no reference: ${row.unreferenced.join(' ')})` : ''
  const short = shortPaise < 0 ? `${sum(-shortPaise)} paid later` : `${sum(shortPaise)} short`
  return [
    ...[counted(orders, 'order'), `${sum(duePaise)} to collect`, `${sum(cashPaise)} cash`],
    ...[`${sum(upiPaise)} UPI${missing}`, `${short}; still out: ${row.openOrders}`],
    sum(row.openPaise),
  ]
}

/** `orders pick NUMBER…`: prints the items to fetch for these orders, aisle by aisle. */
export async function printPickList(
  db: Db,
  { flags, terminal }: Call,
  numbers: readonly string[],
): Promise<ExitCode> {
  const chosen = await chosenOrders(
    db,
    numbers.map((number) => number.toUpperCase()),
  )
  const aisles = await pickList(db, chosen)
  if (flags.json) {
    const orders = chosen.map(({ order }) => order.number)
    terminal.out(`${JSON.stringify({ orders, aisles })}\n`)
    return 0
  }
  for (const { name, picks } of aisles) {
    const lines = picks.map(({ units, title, choice, of }) => {
      const orders = of.map((one) => `${one.number}: ${one.units}`).join(', ')
      return `  ${units} x ${title} ${choice}`.trimEnd().concat(`  (${orders})\n`)
    })
    terminal.out([`${name}\n`, ...lines].join(''))
  }
  return 0
}

function periodFrom({ from, to }: Call['flags']['texts'], month: string | undefined): Period {
  const period = readPeriod({ month, from, to }, Date.now())
  if (!period) throw new UsageError(billBookTexts.malformed)
  return period
}

function dayFrom(text: string | undefined): string {
  if (text === undefined) return indianDay(Date.now())
  if (!isDay(text)) throw new UsageError(`${text} is not a day. Write it like 2026-11-22.`)
  return text
}
