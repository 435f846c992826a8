import { decimalPrice } from '#lib/money.ts'
import type { Column } from '#lib/server/import/read/columns/columns.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowCheck } from './row-check.ts'

export type PriceUnit = 'rupees' | 'paise'
/** The units of a file's two price columns; packs use that of `price`. */
export type PriceUnits = { price: PriceUnit; oldprice: PriceUnit }

/** Below one crore rupees, so that paise fit into the tables' 32-bit integers. */
const MAX_PAISE = 999_999_999

/** Thousands separators as in India (1,20,000) or elsewhere (120,000); with other commas it is not a price. */
const GROUPED = /^\d{1,3}(?:(?:,\d{2})*|(?:,\d{3})*),\d{3}(?:\.\d{1,2})?$/

/**
 * Reads a price as editors write it, without floats.
 * @returns paise, or what is wrong with it
 */
export function readPrice(
  text: string,
  unit: PriceUnit,
  what: string,
): number | { reason: string } {
  const bare = GROUPED.test(text) ? text.replaceAll(',', '') : text
  const match = (unit === 'paise' ? /^(\d+)$/ : /^(\d+)(?:\.(\d{1,2}))?$/).exec(bare)
  if (!match) return { reason: whyNot(text, unit, what) }
  const [, whole = '', decimals = ''] = match
  const paise = Number(unit === 'paise' ? whole : whole + decimals.padEnd(2, '0'))
  if (paise > MAX_PAISE) return { reason: rowReasons.priceTooLarge(what, text) }
  return paise > 0 ? paise : { reason: rowReasons.priceZero(what) }
}

function whyNot(text: string, unit: PriceUnit, what: string): string {
  if (/^-\d+(\.\d+)?$/.test(text)) return rowReasons.priceNegative(what, text)
  if (/^[+-]?(inf|infinity|∞|nan)$/i.test(text)) return rowReasons.priceInfinite(what, text)
  if (/^[+-]?\d+(\.\d+)?e[+-]?\d+$/i.test(text)) return rowReasons.priceExponent(what, text)
  if (/^(₹|rs\.?|inr|\$|€|£)\s*\d|\d\s*(₹|rs\.?|inr|\/-|\$|€|£)$/i.test(text)) {
    return rowReasons.priceSign(what, text)
  }
  if (/^\d{1,3}(,\d{2,3})+(\.\d+)?$/.test(text)) return rowReasons.priceComma(what, text)
  if (unit === 'paise') return rowReasons.paiseInvalid(what, text)
  return /^\d+\.\d{3,}$/.test(text)
    ? rowReasons.priceDecimals(what, text)
    : rowReasons.priceInvalid(what, text)
}

const WHAT: Partial<Record<Column, string>> = { oldprice: 'MRP', saleprice: 'sale price' }

/** Reads a price of a row, in paise; null if it is empty or faulty. */
export function checkPrice(
  check: RowCheck,
  column: Column,
  text: string,
  unit: PriceUnit,
): number | null {
  if (text === '') return null
  const price = readPrice(text, unit, WHAT[column] ?? 'price')
  return typeof price === 'number' ? price : check.fault(column, price.reason, null)
}

/** The old price; null if it equals the price, a fault if it is below. */
export function checkOldPrice(
  check: RowCheck,
  column: Column,
  pricePaise: number | null,
  oldPaise: number | null,
): number | null {
  if (pricePaise === null || oldPaise === null || oldPaise === pricePaise) return null
  if (oldPaise > pricePaise) return oldPaise
  return check.fault(
    column,
    rowReasons.oldPriceBelow(decimalPrice(oldPaise), decimalPrice(pricePaise)),
    null,
  )
}
