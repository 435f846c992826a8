import { fewerPosition, insteadCause, replacedCause } from '#lib/checkout/bill.ts'
import { creditRates } from '#lib/checkout/credit-rates.ts'
import { isWithinState, type TaxLine, type Taxed, taxLines } from '#lib/checkout/gst.ts'
import type { Order, OrderProduct } from '#lib/checkout/order.ts'
import type { billsOf } from './bills.ts'
import type { billedProducts } from './read-orders.ts'

export type Bill = Awaited<ReturnType<typeof billsOf>>[number]
type Sold = Awaited<ReturnType<typeof billedProducts>>
type SoldLine = Sold['lines'][number]
type Place = Pick<Order, 'state' | 'country'>

/** What a credit note takes back of one bill, at that bill's GSTIN and place; a bill of supply has no tax. */
export type Reduced = { bill: Bill; taxed: Taxed[]; taxes: TaxLine[]; isWithin: boolean }

/** A credit note, the bills that it may reduce, and what it takes back of each, if that is known. */
export type CreditNote = {
  credit: Bill
  reduces: Bill[]
  parts: Reduced[] | undefined
  /** Whether it was shared among rates or bills. */
  isShared: boolean
}

/** Where a bill's goods went, which decides about its tax; `place` for a bill from before that was stored. */
export const placeOf = (bill: Bill, place: Place): Place => (bill.country ? bill : place)

/** The goods that a bill lists, as they were billed (P19). */
export function billedGoods({ cause }: Bill, { billed, lines }: Sold): OrderProduct[] {
  const own = lines.find(({ position }) => cause === insteadCause(position))
  return own ? [own.product] : billed
}

/** The bills of replacements, each with its goods (P19). */
export function furtherBills(bills: readonly Bill[], sold: Sold) {
  return bills
    .filter(({ kind, cause }) => kind !== 'credit' && cause !== 'order')
    .map((bill) => ({ bill, products: billedGoods(bill, sold) }))
}

/**
 * The credit notes of an order, in the order written, each with its tax for each bill that it reduces.
 * @param place where the order is brought
 */
export function creditNotes(bills: readonly Bill[], sold: Sold, place: Place): CreditNote[] {
  const { lines } = sold
  const lineAt = new Map(lines.map((line) => [line.position, line]))
  const billFor = (cause: string) => bills.find((bill) => bill.cause === cause)
  /** The line that was billed: a replacement without a bill of its own stands for what it replaces. */
  const billedLine = (line: SoldLine): { bill: Bill; gst: Taxed['gst'] } | undefined => {
    const { position, replaces, product } = line
    const own = billFor(insteadCause(position))
    const before = replaces === null ? undefined : lineAt.get(replaces)
    if (!own && before) return billedLine(before)
    const bill = own ?? billFor('order')
    return bill && { bill, gst: chargedRate(bill, product.gst) }
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
  const issued = written.filter(({ kind }) => kind !== 'credit')
  const rates = new Set(issued.flatMap((bill) => billedGoods(bill, sold)).map(({ gst }) => gst))
  const takenBack = creditRates(
    written.map((bill) =>
      bill.kind === 'credit'
        ? { kind: 'credit', paise: bill.amount_paise, line: creditedLine(bill) }
        : { kind: 'bill', bill, lines: chargedLines(bill, sold) },
    ),
    lines.some(({ product }) => !rates.has(product.gst)),
  )
  const credits = written.filter(({ kind }) => kind === 'credit')
  return credits.map((credit, index) => {
    const taken = takenBack[index]
    const parts = taken?.parts.map(({ bill, taxed }) => ({
      ...{ bill, taxed },
      ...taxOf(bill, taxed, credit, placeOf(bill, place)),
    }))
    const at = written.indexOf(credit)
    const before = issued.filter((bill) => written.indexOf(bill) < at)
    const hasTax = before.some(({ kind }) => kind === 'invoice')
    return {
      credit,
      reduces: parts?.map(({ bill }) => bill) ?? before,
      // Without a tax invoice there is no tax to split.
      parts: hasTax ? parts : (parts ?? []),
      isShared: hasTax && taken?.isShared === true,
    }
  })
}

/** A bill of supply charges no tax, also where its goods have a rate. */
const chargedRate = (bill: Bill, gst: Taxed['gst']) => (bill.kind === 'supply' ? null : gst)

const chargedLines = (bill: Bill, sold: Sold): Taxed[] =>
  billedGoods(bill, sold).map(({ gst, subtotal }) => ({ gst: chargedRate(bill, gst), subtotal }))

function taxOf(bill: Bill, taxed: Taxed[], credit: Bill, place: Place) {
  const { gstin } = bill.seller
  const products = bill.kind === 'invoice' ? taxed : []
  const taxes = taxLines({ ...place, products }, gstin, credit.has_equal_halves === 1)
  return { taxes, isWithin: isWithinState(place, gstin) }
}
