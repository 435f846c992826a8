import { fewerPosition, insteadCause, replacedCause } from '#lib/checkout/bill.ts'
import { creditRates } from '#lib/checkout/credit-rates.ts'
import type { billsOf } from './bills.ts'
import type { billedProducts } from './read-orders.ts'

export type Bill = Awaited<ReturnType<typeof billsOf>>[number]
type Sold = Awaited<ReturnType<typeof billedProducts>>
type SoldLine = Sold['lines'][number]

/** The bills of replacements, each with its line (P19). */
export function furtherBills(bills: readonly Bill[], { lines }: Sold) {
  return lines.flatMap(({ position, product }) => {
    const bill = bills.find(({ cause }) => cause === insteadCause(position))
    return bill ? [{ bill, product }] : []
  })
}

/**
 * The credit notes of an order, each with the bills that it may reduce and what it takes back by rate of GST, if that
 * is known.
 */
export function creditNotes(bills: readonly Bill[], sold: Sold) {
  const { billed, lines } = sold
  const lineAt = new Map(lines.map((line) => [line.position, line]))
  const further = new Map(furtherBills(bills, sold).map(({ bill, product }) => [bill, product]))
  const billFor = (cause: string) => bills.find((bill) => bill.cause === cause)
  /** The line that was billed: a replacement without a bill of its own stands for what it replaces. */
  const billedLine = (line: SoldLine): { bill: Bill | undefined; product: SoldLine['product'] } => {
    const { position, replaces, product } = line
    const own = billFor(insteadCause(position))
    const before = replaces === null ? undefined : lineAt.get(replaces)
    if (!own && before) return billedLine(before)
    return { bill: own ?? billFor('order'), product }
  }
  /** What a credit note is for, if that is one line. */
  const creditedLine = ({ cause }: Bill) => {
    const instead = lines.find(({ position }) => cause === replacedCause(position))
    const line = lineAt.get(instead?.replaces ?? fewerPosition(cause) ?? -1)
    return line && billedLine(line)
  }
  // What is billed in the moment of a credit note is billed before it.
  const written = bills.toSorted(
    (a, b) =>
      a.created_at - b.created_at || Number(a.kind === 'credit') - Number(b.kind === 'credit'),
  )
  const known = new Set([...billed, ...further.values()].map(({ gst }) => gst))
  const rates = creditRates(
    written.map((bill) => {
      if (bill.kind === 'credit') {
        return { kind: 'credit', paise: bill.amount_paise, line: creditedLine(bill)?.product }
      }
      const own = further.get(bill)
      return { kind: 'bill', lines: own ? [own] : billed }
    }),
    lines.some(({ product }) => !known.has(product.gst)),
  )
  const credits = written.filter(({ kind }) => kind === 'credit')
  return credits.map((credit, index) => {
    const own = creditedLine(credit)?.bill
    const before = written.slice(0, written.indexOf(credit)).filter(({ kind }) => kind !== 'credit')
    return { credit, reduces: own ? [own] : before, parts: rates[index] }
  })
}
