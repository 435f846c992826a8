import { parseMeasure } from './unit-price.ts'

/** Facets by which a list can be filtered, with names as in the address. */
export const FACETS = ['veg', 'instock', 'offer', 'type', 'brand', 'pack'] as const
export type FacetName = (typeof FACETS)[number]

/** Facets for which an address may name several values. */
export const SEVERAL = ['veg', 'type', 'brand', 'pack'] as const

/** Maximum number of values per facet in an address. */
export const MAX_CHOSEN = 20

/** The only value of a facet that is either on or off: in stock, on offer. */
export const ON = '1'

/** Chosen values by facet; products need match only one of several. */
export type Chosen = Record<FacetName, string[]>

/** A value, and how many products the list would have with it and the other facets. */
export type FacetCount = { value: string; count: number }
export type FacetCounts = Record<FacetName, FacetCount[]>

/** The lowest and highest price in a list, regardless of the chosen price range. */
export type PriceEnds = { lowPaise: number; highPaise: number }

/** The filters that a list offers; without prices if it is empty. */
export type Narrowing = { counts: FacetCounts; prices: PriceEnds | undefined }

/** Makes a value for each facet. */
export function perFacet<Value>(make: (name: FacetName) => Value): Record<FacetName, Value> {
  return {
    ...{ veg: make('veg'), instock: make('instock'), offer: make('offer') },
    ...{ type: make('type'), brand: make('brand'), pack: make('pack') },
  }
}

/** No filter is chosen. */
export const NONE_CHOSEN: Chosen = /* @__PURE__ */ perFacet(() => [])

/** Normalizes a pack's weight or volume, to `1kg` or `750ml`; undefined for other labels. */
export function packValue(label: string): string | undefined {
  const measure = parseMeasure(label)
  if (!measure) return undefined
  const { amount, unit } = measure
  if (amount < 1000) return `${amount}${unit}`
  return `${amount / 1000}${unit === 'g' ? 'kg' : 'l'}`
}

/** Formats `1kg` for display: `1 kg`. */
export const packSizeText = (value: string): string => value.replace(/(?<=\d)(?=[a-z])/, ' ')

/**
 * The values offered to choose from: the most common ones and those already chosen, in their given
 * order.
 */
export function offered(counts: FacetCount[], chosen: string[], most: number): FacetCount[] {
  const common = [...counts].sort((a, b) => b.count - a.count).slice(0, most)
  const shown = new Set([...chosen, ...common.map(({ value }) => value)])
  const missing = chosen.filter((value) => !counts.some((one) => one.value === value))
  return [
    ...counts.filter(({ value }) => shown.has(value)),
    ...missing.map((value) => ({ value, count: 0 })),
  ]
}
