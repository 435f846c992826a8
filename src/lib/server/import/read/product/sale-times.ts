import { DAY_MS } from '#lib/server/durations.ts'
import { INDIA_MS, indianMinute } from '#lib/dates.ts'
import { decimalPrice } from '#lib/money.ts'
import { isMonthFirst, plainTime } from '#lib/server/import/read/columns/dates-and-prices.ts'
import { checkPrice, type PriceUnit, readPrice } from './prices.ts'
import type { ImportedPack, RowTexts } from './product.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import type { RowCheck } from './row-check.ts'

type Sale = { sale_paise: number | null; sale_from: number | null; sale_until: number | null }
type Priced = { price_paise: number; packs: ImportedPack[] }

/**
 * Reads the columns saleprice, salefrom and saleuntil. With packs, saleprice lists them in order; an empty item
 * means no sale price for that pack.
 */
export function readSale<Offer extends Priced>(
  check: RowCheck,
  text: RowTexts,
  unit: PriceUnit,
  offer: Offer,
): Offer & Sale {
  const from = readTime(check, 'salefrom', text('salefrom'))
  const until = readTime(check, 'saleuntil', text('saleuntil'))
  if (from !== null && until !== null && until <= from) {
    check.fault(
      'saleuntil',
      rowReasons.saleEndsEarly(text('saleuntil'), text('salefrom')),
      undefined,
    )
  }
  // A price with a fault of its own is compared as well as it can be read, so that all faults are told at once.
  const price_paise = offer.price_paise || meantPaise(text('price'), unit)
  const prices = readPrices(check, text('saleprice'), unit, { ...offer, price_paise })
  if (prices.every((price) => price === null)) {
    if (text('saleprice') === '' && (from !== null || until !== null))
      check.fault('saleprice', rowReasons.saleWithoutPrice, undefined)
    return { ...offer, sale_paise: null, sale_from: null, sale_until: null }
  }
  const packs = offer.packs.map((pack, i) => ({ ...pack, sale_paise: prices[i] ?? null }))
  return { ...offer, packs, sale_paise: prices[0] ?? null, sale_from: from ?? 0, sale_until: until }
}

/** The amount in a price that could not be read; 0 if there is none. */
function meantPaise(text: string, unit: PriceUnit): number {
  const price = readPrice(text.replace(/[^\d.]/g, ''), unit, '')
  return typeof price === 'number' ? price : 0
}

function readPrices(
  check: RowCheck,
  text: string,
  unit: PriceUnit,
  { price_paise, packs }: Priced,
): (number | null)[] {
  if (text === '') return []
  const usual = packs.length > 0 ? packs.map((pack) => pack.price_paise) : [price_paise]
  const items = packs.length > 0 ? text.split('|').map((item) => item.trim()) : [text]
  if (items.length !== usual.length)
    return check.fault('saleprice', rowReasons.saleCount(items.length, usual.length), [])
  return items.map((item, i) => {
    const price = checkPrice(check, 'saleprice', item, unit)
    const before = usual[i] ?? 0
    if (price === null || before === 0 || price < before) return price
    const reason = rowReasons.saleNotBelow(decimalPrice(price), decimalPrice(before))
    return check.fault('saleprice', reason, null)
  })
}

/** Reads a date, with or without a time of day; without one, an end is the end of that day. */
function readTime(check: RowCheck, column: 'salefrom' | 'saleuntil', text: string): number | null {
  if (text === '') return null
  const time = parseTime(text, column === 'saleuntil')
  if (time !== undefined) return time
  if (isMonthFirst(text)) {
    return check.fault(column, rowReasons.timeMonthFirst(column, text), null, 'monthFirst')
  }
  return check.fault(column, rowReasons.timeInvalid(column, text), null)
}

/**
 * The time of a date, with or without a time of day, in India; undefined if it is not valid.
 * @returns epoch milliseconds
 */
export function parseTime(text: string, isEnd: boolean): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2})(?::00)?)?$/.exec(plainTime(text))
  const [, day = '', minute] = match ?? []
  const written = `${day} ${(minute ?? '00:00').padStart(5, '0')}`
  const time = Date.parse(`${written.replace(' ', 'T')}:00Z`) - INDIA_MS
  // `Date` would take the 31st of June for the 1st of July.
  if (!match || Number.isNaN(time) || saleTime(time) !== written) return undefined
  return isEnd && minute === undefined ? time + DAY_MS : time
}

/** A time as an editor writes it; empty for null and for 0, which means no limit. */
export function saleTime(time: number | null): string {
  if (time === null || time === 0) return ''
  return indianMinute(time)
}

/**
 * The end of a sale or banner as an editor writes it: for midnight, the day before without a time, which is read
 * as the same moment.
 */
export function endTime(time: number | null): string {
  const written = saleTime(time)
  const isMidnight = time !== null && written.endsWith(' 00:00')
  return isMidnight ? saleTime(time - DAY_MS).slice(0, 10) : written
}
