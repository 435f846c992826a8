import { type BillNumber, billNumber } from '#lib/checkout/bill.ts'
import { taxLines } from '#lib/checkout/gst.ts'
import {
  type Goods,
  goodsByHsn,
  type HsnLine,
  hsnLines,
  shareOut,
} from '#lib/server/orders/bills/hsn-lines.ts'
import type { Order } from '#lib/checkout/order.ts'
import { codeOfState, stateOf } from '#lib/checkout/states.ts'
import { rupeesToPaise } from '#lib/money.ts'
import {
  type Bill,
  billedGoods,
  chargedRate,
  type CreditNote,
  creditNotes,
  placeOf,
  type Reduced,
} from '#lib/server/orders/bills/credit-notes.ts'
import type { billedProducts } from '#lib/server/orders/read-orders.ts'

type Sold = Awaited<ReturnType<typeof billedProducts>>
type Place = Pick<Order, 'state' | 'country'>

/** What a bill or credit note has at one rate under one HSN code; sums in paise, below 0 on a credit note. */
export type BillRow = {
  at: number
  number: string
  order: string
  kind: BillNumber['kind']
  /** The bills that a credit note reduces. */
  reduces: string[]
  /** The place of supply; of another country its name, and GST's code for all of them. */
  state: string
  stateCode: string
  hsn: string
  /** Per cent; null where no tax is charged. */
  rate: number | null
  /** How many were billed; null on a credit note, which is over a sum. */
  units: number | null
  /** False of a credit note of which it is not known at which rates it takes back: it has a total alone. */
  isSplit: boolean
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  totalPaise: number
}

/** GST's code of a place of supply in another country. */
const ABROAD = '96'

/** The rows of an order's bills and credit notes, by the bill's id; those of each add up to its amount (P21). */
export function* orderRows(
  order: Place & { number: string },
  bills: readonly Bill[],
  sold: Sold,
): Generator<[billId: string, BillRow[]]> {
  const left = new Map<string, Goods[]>()
  for (const bill of bills.filter(({ kind }) => kind !== 'credit')) {
    const products = billedGoods(bill, sold)
    const goods = products.map((product) => ({
      ...{ gst: chargedRate(bill, product.gst), hsn: hsnOf(bill, product.hsn) },
      ...{ paise: rupeesToPaise(product.subtotal), units: product.quantity },
    }))
    left.set(bill.id, goodsByHsn(goods))
    const taxes =
      bill.kind === 'invoice'
        ? taxLines(
            { ...placeOf(bill, order), products },
            bill.seller.gstin,
            bill.has_equal_halves === 1,
          )
        : []
    const head = { ...headOf(bill, order), ...placeNamed(placeOf(bill, order)) }
    const rows = hsnLines(goods, taxes).map((line) => {
      const own = goods.filter(({ gst, hsn }) => gst === line.gst && hsn === line.hsn)
      return { ...rowOf(head, line, 1), units: own.reduce((sum, { units }) => sum + units, 0) }
    })
    yield [bill.id, withRest(rows, head, bill.amount_paise)]
  }
  for (const note of creditNotes(bills, sold, order)) {
    const { credit, parts, reduces } = note
    const head = {
      ...{ ...headOf(credit, order), ...placeNamed(placeOf(reduces[0] ?? credit, order)) },
      reduces: reduces.map(billNumber),
    }
    const rows = (parts ?? []).flatMap((part) => {
      const own = { ...placeNamed(placeOf(part.bill, order)), reduces: [billNumber(part.bill)] }
      const goods = goodsBack(note, part, left.get(part.bill.id) ?? [])
      return hsnLines(goods, part.taxes).map((line) => rowOf({ ...head, ...own }, line, -1))
    })
    yield [credit.id, withRest(rows, head, -credit.amount_paise, parts !== undefined)]
  }
}

type Head = Pick<BillRow, 'at' | 'number' | 'order' | 'kind' | 'reduces' | 'state' | 'stateCode'>

const headOf = (bill: Bill, { number: order }: { number: string }) => ({
  ...{ at: bill.created_at, number: billNumber(bill), order, kind: bill.kind },
  reduces: [] as string[],
})

function placeNamed({ state, country }: Place) {
  if (country !== 'India') return { state: country, stateCode: ABROAD }
  return { state: stateOf(state) ?? state, stateCode: codeOfState(state) ?? '' }
}

/** Without a GSTIN a bill names no HSN code. */
const hsnOf = ({ seller }: Bill, hsn: string): string => (seller.gstin === '' ? '' : hsn)

/**
 * What a credit note takes back of a bill, by HSN code too: of its line, or in proportion to what is left under each
 * code at a rate (P19).
 * @param left what is left of the bill, from which it is taken
 */
function goodsBack({ hsn }: CreditNote, { bill, taxed }: Reduced, left: Goods[]): Goods[] {
  return taxed.flatMap(({ gst, subtotal }) => {
    const paise = rupeesToPaise(subtotal)
    const atRate = left.filter((one) => one.gst === gst)
    const own = atRate.find((one) => hsn !== undefined && one.hsn === hsnOf(bill, hsn))
    // What is taken beyond what is left of the line's own code, or beyond its own rate, has other codes.
    const ofOwn = Math.min(paise, Math.max(0, own?.paise ?? 0))
    if (own) own.paise -= ofOwn
    const rest = paise - ofOwn
    const from = rest === 0 ? [] : atRate.filter((one) => one !== own && one.paise > 0)
    const shares = shareOut(
      rest,
      from.map((one) => one.paise),
    )
    for (const [at, one] of from.entries()) one.paise -= shares[at] ?? 0
    const others = from.map((one, at) => ({ gst, hsn: one.hsn, paise: shares[at] ?? 0 }))
    // Where nothing is left to take it from, it has the line's own code all the same.
    const ofLine = others.length === 0 ? paise : ofOwn
    const line = { gst, hsn: own?.hsn ?? hsnOf(bill, hsn ?? ''), paise: ofLine }
    return [line, ...others].filter((one) => one.paise > 0)
  })
}

/** @param sign -1 for what is taken back */
function rowOf(head: Head, line: HsnLine, sign: 1 | -1): BillRow {
  // A zero stays without a sign.
  const signed = (paise: number) => (paise === 0 ? 0 : sign * paise)
  return {
    ...{ ...head, hsn: line.hsn, rate: line.gst, units: null, isSplit: true },
    ...{ taxablePaise: signed(line.taxablePaise), cgstPaise: signed(line.cgstPaise) },
    ...{ sgstPaise: signed(line.sgstPaise), igstPaise: signed(line.igstPaise) },
    totalPaise: signed(line.paise),
  }
}

/** Adds a row for what the others lack of the amount on paper, so that nothing is missing from the book. */
function withRest(rows: BillRow[], head: Head, paise: number, isSplit = true): BillRow[] {
  const totalPaise = paise - rows.reduce((sum, row) => sum + row.totalPaise, 0)
  if (totalPaise === 0) return rows
  const sums = { taxablePaise: isSplit ? totalPaise : 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }
  const what = { hsn: '', rate: null, units: null, isSplit }
  return [...rows, { ...head, ...what, ...sums, totalPaise }]
}
