import { shareOut } from './hsn-lines.ts'
import { rupeesToPaise, paiseToRupees } from '#lib/money.ts'
import type { Taxed } from '#lib/checkout/gst.ts'

type Rate = Taxed['gst']

/** A bill with its lines, or a credit note; of one for a line, its bill and the rate of that are known. */
type Written<Bill> =
  | { kind: 'bill'; bill: Bill; lines: readonly Taxed[] }
  | { kind: 'credit'; paise: number; line?: { bill: Bill; gst: Rate } | undefined }

/** What a credit note takes back of each bill by rate, and whether it was shared among several. */
export type CreditParts<Bill> = {
  parts: { bill: Bill; taxed: Taxed[] }[]
  isShared: boolean
}

type Left<Bill> = { bill: Bill; gst: Rate; paise: number }

/**
 * What each credit note takes back, by bill and rate of GST. A sum that is for no line, while several are left, is
 * shared among them in proportion to what is left of each.
 * @param written bills and credit notes of an order, in the order written
 * @param isMixed something was brought at a rate that none of the bills has
 * @returns for each credit note, and whether it was shared; undefined where it is not known
 */
export function creditRates<Bill>(
  written: readonly Written<Bill>[],
  isMixed: boolean,
): (CreditParts<Bill> | undefined)[] {
  const left: Left<Bill>[] = []
  const add = (bill: Bill, gst: Rate, paise: number) => {
    const same = left.find((one) => one.bill === bill && one.gst === gst)
    if (same) same.paise += paise
    else left.push({ bill, gst, paise })
  }
  let isKnown = true
  const allLeft = () => left.reduce((sum, { paise }) => sum + paise, 0)
  /** Where a sum is taken from. */
  const take = (paise: number): Left<Bill>[] | undefined => {
    if (!isKnown || (isMixed && paise < allLeft())) return undefined
    return share(
      paise,
      left.filter((one) => one.paise > 0),
    )
  }
  /** A line's sum, at its rate; what was taken from that rate before is taken from what is left of others. */
  const takeLine = (line: { bill: Bill; gst: Rate }, paise: number): Left<Bill>[] => {
    const own = left.find(({ bill, gst }) => bill === line.bill && gst === line.gst)?.paise ?? 0
    const most = Math.min(paise, Math.max(0, own))
    if (most === paise) return [{ ...line, paise }]
    add(line.bill, line.gst, -most)
    const rest = take(paise - most)
    add(line.bill, line.gst, most)
    return rest ? [{ ...line, paise: most }, ...rest] : [{ ...line, paise }]
  }
  const credits: (CreditParts<Bill> | undefined)[] = []
  for (const one of written) {
    if (one.kind === 'bill') {
      for (const { gst, subtotal } of one.lines) add(one.bill, gst, rupeesToPaise(subtotal))
      continue
    }
    const isPart = one.paise < allLeft()
    const taken = one.line ? takeLine(one.line, one.paise) : take(one.paise)
    const parts = taken?.filter(({ paise }) => paise > 0)
    isKnown &&= parts !== undefined
    for (const { bill, gst, paise } of parts ?? []) add(bill, gst, -paise)
    credits.push(parts && { parts: byBill(parts), isShared: isPart && parts.length > 1 })
  }
  return credits
}

/** Shares a sum in proportion to what is left of each; none gives more than is left of it. */
function share<Bill>(paise: number, from: readonly Left<Bill>[]): Left<Bill>[] {
  const shares = shareOut(
    paise,
    from.map((one) => one.paise),
  )
  return from.map((one, at) => ({ ...one, paise: shares[at] ?? 0 }))
}

const byBill = <Bill>(parts: readonly Left<Bill>[]): CreditParts<Bill>['parts'] =>
  [...Map.groupBy(parts, ({ bill }) => bill)].map(([bill, own]) => ({
    bill,
    taxed: own.map(({ gst, paise }) => ({ gst, subtotal: paiseToRupees(paise) })),
  }))
