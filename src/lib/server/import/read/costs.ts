import { decimalPrice } from '#lib/money.ts'
import { type PriceUnit, readPrice } from './prices.ts'
import { rowReasons } from '#lib/texts/page/row-reasons.ts'
import type { RowCheck } from './row-check.ts'

/** What a product costs the shop, or with a label one of its packs. */
export type Cost = { label: string; paise: number }

/**
 * The column cost: `70`, or of packs `500 g=40|1 kg=75`, as the tables keep it. A pack is named, so that a cost
 * stays with it whatever becomes of the others.
 */
export function readCosts(check: RowCheck, text: string, unit: PriceUnit): string {
  if (text === '') return ''
  const costs = text.split('|').map((item) => readCost(check, item.trim(), unit))
  const labels = costs.map(({ label }) => label)
  const isPlain = labels.length > 1 && labels.includes('')
  if (isPlain || new Set(labels).size < labels.length) {
    return check.fault('cost', rowReasons.costOfPacks(text), '')
  }
  return costs
    .map(({ label, paise }) => `${label === '' ? '' : `${label}=`}${decimalPrice(paise)}`)
    .join('|')
}

function readCost(check: RowCheck, item: string, unit: PriceUnit): Cost {
  // A label may have a sign of equality of its own.
  const at = item.lastIndexOf('=')
  const price = readPrice(item.slice(at + 1).trim(), unit, 'cost')
  const paise = typeof price === 'number' ? price : check.fault('cost', price.reason, 0)
  return { label: check.text('cost', item.slice(0, Math.max(at, 0)).trim(), 200), paise }
}

/** What the tables keep, read again. */
export function costsOf(text: string): Cost[] {
  if (text === '') return []
  return text.split('|').map((item) => {
    const at = item.lastIndexOf('=')
    const label = item.slice(0, Math.max(at, 0))
    return { label, paise: Math.round(Number(item.slice(at + 1)) * 100) }
  })
}
