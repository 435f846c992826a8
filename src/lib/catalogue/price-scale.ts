import { PRICE_LIMIT, PRICE_STEP, USUAL_PRICES } from '#lib/limits.ts'
import type { PriceEnds } from './facets.ts'
import type { ProductQuery } from './product-query.ts'
import { paiseToRupees, rupeesToPaise } from '#lib/money.ts'

/**
 * Form field with the initial prices, since without JavaScript the form sends both prices even if
 * they are untouched.
 */
export const ENDS = 'ends'

const STEP_PAISE = rupeesToPaise(PRICE_STEP)
const down = (paise: number) => Math.floor(paise / STEP_PAISE) * STEP_PAISE
const up = (paise: number) => Math.ceil(paise / STEP_PAISE) * STEP_PAISE

/**
 * The price slider of a list, in paise: its ends, and how far each handle can go with products
 * still in between.
 */
type PriceScale = {
  lowPaise: number
  highPaise: number
  lowAtMostPaise: number
  highAtLeastPaise: number
}

/**
 * The slider reaches from the lowest to the highest price of the list in whole steps, or from 0 to
 * the limit, and is widened to include a price that the shopper has chosen.
 */
export function priceScale(
  ends: PriceEnds | undefined,
  isWide: boolean,
  { minPricePaise, maxPricePaise }: Pick<ProductQuery, 'minPricePaise' | 'maxPricePaise'>,
): PriceScale {
  const widest = { lowPaise: 0, highPaise: rupeesToPaise(PRICE_LIMIT) }
  const { lowPaise, highPaise } = ends ?? widest
  const low = down(lowPaise)
  const scale = isWide
    ? widest
    : { lowPaise: low, highPaise: Math.max(up(highPaise), low + STEP_PAISE) }
  return {
    lowPaise: Math.min(scale.lowPaise, down(minPricePaise ?? maxPricePaise ?? Infinity)),
    highPaise: Math.max(scale.highPaise, up(maxPricePaise ?? minPricePaise ?? 0)),
    lowAtMostPaise: Math.max(down(highPaise), minPricePaise ?? 0),
    highAtLeastPaise: Math.min(up(lowPaise), maxPricePaise ?? Infinity),
  }
}

/** The initial prices of a form, as its field `ENDS` holds them: `20-505`. */
export function idleEnds(scale: PriceScale, query: ProductQuery): string {
  const low = query.minPricePaise === scale.lowPaise ? '' : paiseToRupees(scale.lowPaise)
  const high = query.maxPricePaise === scale.highPaise ? '' : paiseToRupees(scale.highPaise)
  return `${low}-${high}`
}

/**
 * Common price ranges that would filter out some but not all products of a list, and the chosen
 * one.
 */
export function usualPrices(ends: PriceEnds | undefined, query: ProductQuery) {
  return USUAL_PRICES.map(([from, to]) => {
    const change = {
      minPricePaise: from && rupeesToPaise(from),
      maxPricePaise: to && rupeesToPaise(to),
    }
    const { minPricePaise = 0, maxPricePaise = Infinity } = change
    const { lowPaise, highPaise } = ends ?? { lowPaise: 0, highPaise: Infinity }
    const isSome = minPricePaise <= highPaise && maxPricePaise >= lowPaise
    const isAll = minPricePaise <= lowPaise && maxPricePaise >= highPaise
    const isOn =
      change.minPricePaise === query.minPricePaise && change.maxPricePaise === query.maxPricePaise
    return { from, to, change, isOn, isOffered: isOn || (isSome && !isAll) }
  }).filter(({ isOffered }) => isOffered)
}
