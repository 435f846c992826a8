import { priceText } from '#lib/money.ts'

/** A weight or volume as printed on a pack, in grams or millilitres. */
export type Measure = { amount: number; unit: 'g' | 'ml' }

/** What a kilogram or a litre costs in this pack. */
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

/** Reads `500 g`, `1 kg`, `750 ml`, `6 x 100 g`; undefined for what is no weight or volume. */
export function parseMeasure(text: string): Measure | undefined {
  const [, count, amount, word] = PACK.exec(text.trim().toLowerCase()) ?? []
  const spelling = word === undefined ? undefined : SPELLINGS[word]
  if (!spelling) return undefined
  // Rounded, because 0.1 + 0.2: thousandths of a gram are finer than any pack says.
  const total = Math.round(Number(count ?? 1) * Number(amount) * spelling.times * 1000) / 1000
  return total > 0 ? { amount: total, unit: spelling.unit } : undefined
}

/** `₹118 / kg`, the price per kilogram or litre of a pack; empty where its text says none. */
export function unitPriceText(pricePaise: number, packText: string): string {
  const perUnit = unitPrice(pricePaise, packText)
  return perUnit ? `${priceText(perUnit.paise)} / ${perUnit.per}` : ''
}

/** The price per kilogram or litre of a pack, to the paisa; undefined where its text says none. */
export function unitPrice(pricePaise: number, packText: string): UnitPrice | undefined {
  const measure = parseMeasure(packText)
  if (!measure) return undefined
  const paise = Math.round((pricePaise * 1000) / measure.amount)
  return { paise, per: measure.unit === 'g' ? 'kg' : 'l', measure }
}
