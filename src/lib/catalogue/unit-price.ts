import { priceText } from '#lib/money.ts'

/** A weight or volume as printed on a pack, in grams or millilitres. */
export type Measure = { amount: number; unit: 'g' | 'ml' }

/** The price per kilogram or litre of a pack. */
export type UnitPrice = { paise: number; per: 'kg' | 'l'; measure: Measure }

/** How packs spell weights, in grams, and volumes, in millilitres. */
const GRAMS: Record<string, number> = {
  mg: 0.001,
  g: 1,
  gm: 1,
  gms: 1,
  gram: 1,
  grams: 1,
  kg: 1000,
  kgs: 1000,
}
const MILLILITRES: Record<string, number> = {
  ml: 1,
  l: 1000,
  lt: 1000,
  ltr: 1000,
  litre: 1000,
  litres: 1000,
}

const PACK = /^(?:(\d{1,4})\s*[x×*]\s*)?(\d{1,6}(?:\.\d{1,3})?)\s*([a-z]{1,6})\.?$/

/**
 * Reads `500 g`, `1 kg`, `750 ml` or `6 x 100 g`; undefined for a text that is no weight or volume.
 */
export function parseMeasure(text: string): Measure | undefined {
  const [, count = 1, amount, word = ''] = PACK.exec(text.trim().toLowerCase()) ?? []
  const grams = GRAMS[word]
  const times = grams ?? MILLILITRES[word] ?? 0
  // Rounded to thousandths, finer than any pack states, because floating-point sums are inexact.
  const total = Math.round(Number(count) * Number(amount) * times * 1000) / 1000
  return total > 0 ? { amount: total, unit: grams ? 'g' : 'ml' } : undefined
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
