import { decimalPrice, rupeesToPaise } from '#lib/money.ts'
import { type PriceUnit, readPrice } from './prices.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowCheck } from './row-check.ts'

/** The cost of a product, or of one of its packs if it has a label. */
export type Cost = { label: string; paise: number }

/**
 * Reads the column cost: `70`, or for packs `500 g=40|1 kg=75`.
 * @returns the text to store; packs are named, so that a cost stays with its pack
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
  // A label may contain an equals sign.
  const at = item.lastIndexOf('=')
  const price = readPrice(item.slice(at + 1).trim(), unit, 'cost')
  const paise = typeof price === 'number' ? price : check.fault('cost', price.reason, 0)
  return { label: check.text('cost', item.slice(0, Math.max(at, 0)).trim(), 200), paise }
}

/** Reads stored costs. */
export function costsOf(text: string): Cost[] {
  if (text === '') return []
  return text.split('|').map((item) => {
    const at = item.lastIndexOf('=')
    const label = item.slice(0, Math.max(at, 0))
    return { label, paise: rupeesToPaise(Number(item.slice(at + 1))) }
  })
}
