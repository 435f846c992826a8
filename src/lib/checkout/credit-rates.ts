import { rupeesToPaise, paiseToRupees } from '#lib/money.ts'
import type { Taxed } from './gst.ts'

/** A bill with its lines, or a credit note; of one for a line, the rate of that is known. */
type Written =
  | { kind: 'bill'; lines: readonly Taxed[] }
  | { kind: 'credit'; paise: number; line?: Pick<Taxed, 'gst'> | undefined }

/** What a credit note takes back by rate, and whether it was shared among rates. */
export type CreditParts = { taxed: Taxed[]; isShared: boolean }

/**
 * What each credit note takes back, by rate of GST. A sum that is for no line, while several rates are left, is shared
 * among them in proportion to what is left of each.
 * @param written bills and credit notes of an order, in the order written
 * @param isMixed something was brought at a rate that none of the bills has
 * @returns for each credit note, and whether it was shared; undefined where it is not known
 */
export function creditRates(
  written: readonly Written[],
  isMixed: boolean,
): (CreditParts | undefined)[] {
  const left = new Map<Taxed['gst'], number>()
  const add = (gst: Taxed['gst'], paise: number) => left.set(gst, (left.get(gst) ?? 0) + paise)
  let isKnown = true
  const allLeft = () => [...left.values()].reduce((sum, rest) => sum + rest, 0)
  /** Where a sum is taken from. */
  const take = (paise: number): Rated[] | undefined => {
    if (!isKnown || (isMixed && paise < allLeft())) return undefined
    const rates = [...left].filter(([, rest]) => rest > 0)
    return share(paise, rates)
  }
  const credits: (CreditParts | undefined)[] = []
  for (const one of written) {
    if (one.kind === 'bill') {
      for (const { gst, subtotal } of one.lines) add(gst, rupeesToPaise(subtotal))
      continue
    }
    const isPart = one.paise < allLeft()
    const parts = one.line ? [[one.line.gst, one.paise] as const] : take(one.paise)
    isKnown &&= parts !== undefined
    for (const [gst, paise] of parts ?? []) add(gst, -paise)
    credits.push(
      parts && {
        taxed: parts.map(([gst, paise]) => ({ gst, subtotal: paiseToRupees(paise) })),
        isShared: isPart && parts.length > 1,
      },
    )
  }
  return credits
}

type Rated = readonly [gst: Taxed['gst'], paise: number]

/** Shares a sum in proportion to what is left of each rate; no rate gives more than is left of it. */
function share(paise: number, rates: readonly Rated[]): Rated[] {
  let rest = paise
  let whole = rates.reduce((sum, [, left]) => sum + left, 0)
  return rates.map(([gst, left]) => {
    const part = whole === 0 ? 0 : Math.round((rest * left) / whole)
    rest -= part
    whole -= left
    return [gst, part]
  })
}
