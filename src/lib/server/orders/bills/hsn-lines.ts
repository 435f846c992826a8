import type { TaxLine } from '#lib/checkout/gst.ts'

/** What was sold at a rate of GST under an HSN code; `gst` is null where none is charged. */
export type Goods = { gst: number | null; hsn: string; paise: number }

/** The same with the tax that is included. */
export type HsnLine = Goods & Omit<TaxLine, 'percent'>

/** Goods with one line for each rate and HSN code. */
export function goodsByHsn(goods: readonly Goods[]): Goods[] {
  const groups = Map.groupBy(goods, ({ gst, hsn }) => `${gst} ${hsn}`)
  return [...groups.values()].flatMap((some) => {
    const [first] = some
    return first ? [{ ...first, paise: some.reduce((sum, { paise }) => sum + paise, 0) }] : []
  })
}

/**
 * A bill's goods by rate and HSN code with their tax. The tax of a rate, which the bill prints, is shared among its HSN
 * codes, so that they add up to it.
 */
export function hsnLines(goods: readonly Goods[], taxes: readonly TaxLine[]): HsnLine[] {
  return [...Map.groupBy(goodsByHsn(goods), ({ gst }) => gst)].flatMap(([gst, own]) => {
    const tax = taxes.find(({ percent }) => percent === gst)
    const paise = own.map((one) => one.paise)
    const [cgst, sgst, igst] = [tax?.cgstPaise, tax?.sgstPaise, tax?.igstPaise].map((sum = 0) =>
      shareOut(sum, paise),
    )
    return own.map((one, at) => {
      const [cgstPaise, sgstPaise, igstPaise] = [cgst?.[at] ?? 0, sgst?.[at] ?? 0, igst?.[at] ?? 0]
      const taxablePaise = one.paise - cgstPaise - sgstPaise - igstPaise
      return { ...one, taxablePaise, cgstPaise, sgstPaise, igstPaise }
    })
  })
}

/** Shares a sum in proportion to weights; the shares add up to it unless all weights are 0. */
export function shareOut(paise: number, weights: readonly number[]): number[] {
  let rest = paise
  let whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => {
    const part = whole === 0 ? 0 : Math.round((rest * weight) / whole)
    rest -= part
    whole -= weight
    return part
  })
}
