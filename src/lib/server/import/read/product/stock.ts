import type { ExportMark, RowTexts, StockSaid } from './product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowCheck } from './row-check.ts'

/** The largest integer that a column of both databases can hold. */
export const MAX_STOCK = 2_147_483_647
const UNCOUNTED = 'uncounted'

/** Reads the column stock: `12`, or `+12` and `-3` for differences; with packs, a list in their order. */
export function readStocks(check: RowCheck, text: string, packs: number): StockSaid[] {
  if (packs === 0) return [readStock(check, text)]
  if (text === '') return Array.from({ length: packs }, () => NOTHING)
  const stocks = text.split('|').map((item) => readStock(check, item.trim()))
  if (stocks.length === packs) return stocks
  return check.fault('stock', rowReasons.stockCount(stocks.length, packs), [])
}

const NOTHING: StockSaid = { units: null, isMore: false }

/** A whole number, even if a spreadsheet wrote `1,200`, `1,20,000` or `12.0`. */
const WHOLE = /^[+-]?(?:\d+|\d{1,3}(?:(?:,\d{2})*|(?:,\d{3})*),\d{3})(?:\.00?)?$/

function readStock(check: RowCheck, text: string): StockSaid {
  if (text === '') return NOTHING
  if (!WHOLE.test(text)) return check.fault('stock', whyNoStock(text), NOTHING)
  const units = Number(text.replaceAll(',', ''))
  if (Math.abs(units) > MAX_STOCK) {
    return check.fault('stock', rowReasons.stockTooLarge(text), NOTHING)
  }
  return { units: units === 0 ? 0 : units, isMore: /^[+-]/.test(text) }
}

function whyNoStock(text: string): string {
  if (/^-\d+\.\d+$/.test(text)) return rowReasons.stockNegative(text)
  if (/^\d+\.\d+$/.test(text)) return rowReasons.stockDecimals(text)
  return /^\d+(\.\d+)?e[+-]?\d+$/i.test(text)
    ? rowReasons.stockExponent(text)
    : rowReasons.stockInvalid(text)
}

const MARK = /^(.*) @ (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)(?: #(\d{1,9}))?$/

/** Reads the column stockwas, which exports write. Without it, nobody knows the age of the stocks. */
export function readMark(check: RowCheck, text: RowTexts): ExportMark | null {
  const written = text('stockwas')
  if (written === '') return null
  return parseMark(written) ?? check.fault('stockwas', rowReasons.stockWasChanged, null)
}

/** Reads what `writeMark` wrote; undefined for any other text. */
export function parseMark(text: string): ExportMark | undefined {
  const [, body = '', time = '', after] = MARK.exec(text) ?? []
  const stamp = Date.parse(time)
  const stocks = Number.isNaN(stamp) ? undefined : readBody(body)
  return stocks && { stamp, stocks, ...(after !== undefined && { after: Number(after) }) }
}

function readBody(body: string): ExportMark['stocks'] | undefined {
  const own = readUnits(body)
  if (own !== undefined) return { '': own }
  const stocks: ExportMark['stocks'] = {}
  for (const item of body.split('|')) {
    const at = item.lastIndexOf('=')
    const units = readUnits(item.slice(at + 1).trim())
    if (at < 0 || units === undefined) return undefined
    stocks[item.slice(0, at).trim()] = units
  }
  return stocks
}

function readUnits(text: string): number | null | undefined {
  if (text === UNCOUNTED) return null
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined
}

/** Writes the text of stockwas for `readMark`. */
export function writeMark(
  stock: number | null,
  packs: readonly { label: string; stock: number | null }[],
  { stamp, after }: Pick<ExportMark, 'stamp' | 'after'>,
): string {
  const units = (value: number | null) => (value === null ? UNCOUNTED : String(value))
  const body =
    packs.length > 0
      ? packs.map((pack) => `${pack.label}=${units(pack.stock)}`).join('|')
      : units(stock)
  const state = after === undefined ? '' : ` #${after}`
  return `${body} @ ${new Date(stamp).toISOString()}${state}`
}
