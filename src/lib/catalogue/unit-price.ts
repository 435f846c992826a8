import { priceText } from '#lib/money.ts'

/** A weight or volume as printed on a pack, in grams or millilitres. */
export type Measure = { amount: number; unit: 'g' | 'ml' }

/** The price per kilogram or litre of a pack. */
export type UnitPrice = { paise: number; per: 'kg' | 'l'; measure: Measure }

const SPELLINGS: Record<string, { unit: Measure['unit']; times: number }> = {
  mg: { unit: 'g', times: 0.001 },
  g: { unit: 'g', times: 1 },
  gm: { unit: 'g', times: 1 },
  gms: { unit: 'g', times: 1 },
  gram: { unit: 'g', times: 1 },
  grams: { unit: 'g', times: 1 },
  kg: { unit: 'g', times: 1000 },
  kgs: { unit: 'g', times: 1000 },
  ml: { unit: 'ml', times: 1 },
  l: { unit: 'ml', times: 1000 },
  lt: { unit: 'ml', times: 1000 },
  ltr: { unit: 'ml', times: 1000 },
  litre: { unit: 'ml', times: 1000 },
  litres: { unit: 'ml', times: 1000 },
}

const PACK = /^(?:(\d{1,4})\s*[x×*]\s*)?(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]{1,6})\.?$/

/**
 * Reads `500 g`, `1 kg`, `750 ml` or `6 x 100 g`; undefined for a text that is no weight or volume.
 */
export function parseMeasure(text: string): Measure | undefined {
  const [, count, amount, word] = PACK.exec(text.trim().toLowerCase()) ?? []
  const spelling = word === undefined ? undefined : SPELLINGS[word]
  if (!spelling) return undefined
  // Rounded to thousandths, finer than any pack states, because floating-point sums are inexact.
  const total = Math.round(Number(count ?? 1) * Number(amount) * spelling.times * 1000) / 1000
  return total > 0 ? { amount: total, unit: spelling.unit } : undefined
}

/**
 * The price per kilogram or litre of a pack, as `₹118 / kg`; empty if its text has no weight or
 * volume.
 */
export function unitPriceText(pricePaise: number, packText: string): string {
  const perUnit = unitPrice(pricePaise, packText)
  return perUnit ? `${priceText(perUnit.paise)} / ${perUnit.per}` : ''
}

/**
 * The price per kilogram or litre of a pack, rounded to the paisa; undefined if its text has no
 * weight or volume.
 */
export function unitPrice(pricePaise: number, packText: string): UnitPrice | undefined {
  const measure = parseMeasure(packText)
  if (!measure) return undefined
  const paise = Math.round((pricePaise * 1000) / measure.amount)
  return { paise, per: measure.unit === 'g' ? 'kg' : 'l', measure }
}
