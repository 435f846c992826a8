import {
  asWritten,
  fewerPosition,
  insteadCause,
  mainBill,
  replacedCause,
} from '#lib/checkout/bill.ts'
import { creditRates } from './credit-rates.ts'
import { isWithinState, type TaxLine, type Taxed, taxLines } from '#lib/checkout/gst.ts'
import type { Order, OrderProduct } from '#lib/checkout/order.ts'
import { paiseToRupees, rupeesToPaise } from '#lib/money.ts'
import type { billsOf } from './bills.ts'
import type { billedProducts } from '../read-orders.ts'

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
  /** The HSN code of the line that it is for, if it is for one. */
  hsn: string | undefined
}

type BilledLine = { bill: Bill; gst: Taxed['gst']; hsn: string }

/** Where a bill's goods went, which decides about its tax; `place` for a bill from before that was stored. */
export const placeOf = (bill: Bill, place: Place): Place => (bill.country ? bill : place)

/** The goods that a bill lists, as they were billed (P19). */
export function billedGoods(bill: Bill, { billed, lines }: Sold): OrderProduct[] {
  const { cause } = bill
  if (bill.lines) {
    const quantities = new Map(bill.lines.map(({ position, quantity }) => [position, quantity]))
    return lines.flatMap(({ position, product }) => {
      const quantity = quantities.get(position)
      return quantity === undefined ? [] : [ofQuantity(product, quantity)]
    })
  }
  const own = lines.find(({ position }) => cause === insteadCause(position))
  return own ? [own.product] : billed
}

const ofQuantity = (product: OrderProduct, quantity: number): OrderProduct => ({
  ...{ ...product, quantity },
  subtotal: paiseToRupees(rupeesToPaise(product.price) * quantity),
})

/** All bills of an order but the one that stands for it, with their goods: of replacements, and of before it moved (P19). */
export function furtherBills(bills: readonly Bill[], sold: Sold) {
  const main = mainBill(bills)
  const at = main ? bills.indexOf(main) : -1
  return bills.flatMap((bill, index) =>
    bill.kind === 'credit' || bill === main
      ? []
      : [{ bill, products: billedGoods(bill, sold), isPast: index < at }],
  )
}

/**
 * The credit notes of an order, in the order written, each with its tax for each bill that it reduces.
 * @param place where the order is brought
 */
export function creditNotes(bills: readonly Bill[], sold: Sold, place: Place): CreditNote[] {
  const { lines } = sold
  const written = asWritten(bills)
  const lineAt = new Map(lines.map((line) => [line.position, line]))
  const billFor = (cause: string) => bills.find((bill) => bill.cause === cause)
  /** The line that was billed: a replacement without a bill of its own stands for what it replaces. */
  const billedLine = (line: SoldLine, main: Bill): BilledLine => {
    const { position, replaces, product } = line
    const instead = billFor(insteadCause(position))
    const own = instead && written.indexOf(instead) > written.indexOf(main) ? instead : undefined
    const before = replaces === null ? undefined : lineAt.get(replaces)
    const isListed = main.lines?.some((one) => one.position === position) === true
    if (!own && !isListed && before) return billedLine(before, main)
    const bill = own ?? main
    return { bill, gst: chargedRate(bill, product.gst), hsn: product.hsn }
  }
  /** What a credit note is for, if that is one line. */
  const creditedLine = (credit: Bill) => {
    const { cause } = credit
    const instead = lines.find(({ position }) => cause === replacedCause(position))
    const line = lineAt.get(instead?.replaces ?? fewerPosition(cause) ?? -1)
    const main = mainBill(written.slice(0, written.indexOf(credit)))
    return line && main && billedLine(line, main)
  }
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
      hsn: creditedLine(credit)?.hsn,
    }
  })
}

/** A bill of supply charges no tax, also where its goods have a rate. */
export const chargedRate = (bill: Bill, gst: Taxed['gst']) => (bill.kind === 'supply' ? null : gst)

const chargedLines = (bill: Bill, sold: Sold): Taxed[] =>
  billedGoods(bill, sold).map(({ gst, subtotal }) => ({ gst: chargedRate(bill, gst), subtotal }))

function taxOf(bill: Bill, taxed: Taxed[], credit: Bill, place: Place) {
  const { gstin } = bill.seller
  const products = bill.kind === 'invoice' ? taxed : []
  const taxes = taxLines({ ...place, products }, gstin, credit.has_equal_halves === 1)
  return { taxes, isWithin: isWithinState(place, gstin) }
}
