import { PRICE_LIMIT, PRICE_STEP } from '#lib/limits.ts'
import type { PriceEnds } from './facets.ts'
import type { ProductQuery } from './product-query.ts'

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

/** From the lowest to the highest price of the list in whole steps, or from 0 to the limit. */
export function priceScale(ends: PriceEnds | undefined, isWide: boolean): PriceScale {
  const widest = { lowPaise: 0, highPaise: PRICE_LIMIT * 100 }
  const { lowPaise, highPaise } = ends ?? widest
  const low = down(lowPaise)
  return {
    ...(isWide ? widest : { lowPaise: low, highPaise: Math.max(up(highPaise), low + STEP_PAISE) }),
    lowAtMostPaise: down(highPaise),
    highAtLeastPaise: up(lowPaise),
  }
}

/** The query without an end of its prices that leaves nothing out, as a form sends them that was not touched. */
export function withoutIdleEnds(query: ProductQuery, ends: PriceEnds | undefined): ProductQuery {
  if (!ends) return query
  const { minPricePaise = 0, maxPricePaise = Infinity } = query
  return {
    ...query,
    ...(minPricePaise <= down(ends.lowPaise) && { minPricePaise: undefined }),
    ...(maxPricePaise >= up(ends.highPaise) && { maxPricePaise: undefined }),
  }
}
