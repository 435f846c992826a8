import { PRICE_LIMIT, PRICE_STEP, USUAL_PRICES } from '#lib/limits.ts'
import type { PriceEnds } from './facets.ts'
import type { ProductQuery } from './product-query.ts'

/** The field of a form that holds the ends of its prices, untouched: without JavaScript the form sends both anyway. */
export const ENDS = 'ends'

const STEP_PAISE = PRICE_STEP * 100
const down = (paise: number) => Math.floor(paise / STEP_PAISE) * STEP_PAISE
const up = (paise: number) => Math.ceil(paise / STEP_PAISE) * STEP_PAISE

/** The price filter of a list, in paise: its ends, and how far the left and the right one go with something between. */
type PriceScale = {
  lowPaise: number
  highPaise: number
  lowAtMostPaise: number
  highAtLeastPaise: number
}

/**
 * From the lowest to the highest price of the list in whole steps, or from 0 to the limit; an end that a shopper
 * has chosen lies within, also where the list reaches no further.
 */
export function priceScale(
  ends: PriceEnds | undefined,
  isWide: boolean,
  { minPricePaise, maxPricePaise }: Pick<ProductQuery, 'minPricePaise' | 'maxPricePaise'>,
): PriceScale {
  const widest = { lowPaise: 0, highPaise: PRICE_LIMIT * 100 }
  const { lowPaise, highPaise } = ends ?? widest
  const low = down(lowPaise)
  const scale = isWide
    ? widest
    : { lowPaise: low, highPaise: Math.max(up(highPaise), low + STEP_PAISE) }
  return {
    lowPaise: Math.min(scale.lowPaise, down(minPricePaise ?? Infinity)),
    highPaise: Math.max(scale.highPaise, up(maxPricePaise ?? 0)),
    lowAtMostPaise: down(highPaise),
    highAtLeastPaise: up(lowPaise),
  }
}

/** What a form's prices say where nobody touched them, as `ENDS` of the form names it: `20-505`. */
export function idleEnds(scale: PriceScale, query: ProductQuery): string {
  const low = query.minPricePaise === scale.lowPaise ? '' : scale.lowPaise / 100
  const high = query.maxPricePaise === scale.highPaise ? '' : scale.highPaise / 100
  return `${low}-${high}`
}

/** Prices with an end that leaves something out of a list, or those that are chosen. */
export function usualPrices(ends: PriceEnds | undefined, query: ProductQuery) {
  return USUAL_PRICES.map(([from, to]) => {
    const change = { minPricePaise: from && from * 100, maxPricePaise: to && to * 100 }
    const { minPricePaise = 0, maxPricePaise = Infinity } = change
    const { lowPaise, highPaise } = ends ?? { lowPaise: 0, highPaise: Infinity }
    const isSome = minPricePaise <= highPaise && maxPricePaise >= lowPaise
    const isAll = minPricePaise <= lowPaise && maxPricePaise >= highPaise
    const isOn =
      change.minPricePaise === query.minPricePaise && change.maxPricePaise === query.maxPricePaise
    return { from, to, change, isOn, isOffered: isOn || (isSome && !isAll) }
  }).filter(({ isOffered }) => isOffered)
}
