import { rupeesToPaise, paiseToRupees } from '#lib/money.ts'
import type { Taxed } from './gst.ts'

/** A bill with its lines, or a credit note; of one for what was replaced, the rate of that is known. */
type Written =
  | { kind: 'bill'; lines: readonly Taxed[] }
  | { kind: 'credit'; paise: number; replaced?: Pick<Taxed, 'gst'> | undefined }

/**
 * What each credit note takes back, by rate of GST. Of a sum that is part of what was billed it is known only if all
 * that is left has one rate.
 * @param written bills and credit notes of an order, in the order written
 * @param isMixed something was brought at a rate that none of the bills has
 * @returns for each credit note; undefined where it is not known
 */
export function creditRates(
  written: readonly Written[],
  isMixed: boolean,
): (Taxed[] | undefined)[] {
  const left = new Map<Taxed['gst'], number>()
  const add = (gst: Taxed['gst'], paise: number) => left.set(gst, (left.get(gst) ?? 0) + paise)
  let isKnown = true
  /** Where it was taken from; undefined if that may be several rates. */
  const take = (paise: number): [Taxed['gst'], number][] | undefined => {
    const rates = [...left].filter(([, rest]) => rest > 0)
    if (!isKnown) return undefined
    if (paise === rates.reduce((sum, [, rest]) => sum + rest, 0)) return rates
    const [only, ...others] = rates
    return only && others.length === 0 && !isMixed ? [[only[0], paise]] : undefined
  }
  const credits: (Taxed[] | undefined)[] = []
  for (const one of written) {
    if (one.kind === 'bill') {
      for (const { gst, subtotal } of one.lines) add(gst, rupeesToPaise(subtotal))
      continue
    }
    const parts = one.replaced ? [[one.replaced.gst, one.paise] as const] : take(one.paise)
    isKnown &&= parts !== undefined
    for (const [gst, paise] of parts ?? []) add(gst, -paise)
    credits.push(parts?.map(([gst, paise]) => ({ gst, subtotal: paiseToRupees(paise) })))
  }
  return credits
}
