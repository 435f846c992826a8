import { parseMeasure } from './unit-price.ts'

/** What a list is narrowed by, with the number of products beside each value; names as in the address. */
export const FACETS = ['veg', 'instock', 'offer', 'type', 'brand', 'pack'] as const
export type FacetName = (typeof FACETS)[number]

/** Of these an address may name several. */
export const SEVERAL = ['veg', 'type', 'brand', 'pack'] as const

/** Values of one facet that an address may ask for. */
export const MAX_CHOSEN = 20

/** The one value of what is or is not: in stock, on offer. */
export const ON = '1'

/** The values that are asked for, by facet; of several one is enough. */
export type Chosen = Record<FacetName, string[]>

/** A value, and how many products the list would have with it and the other facets. */
export type FacetCount = { value: string; count: number }
export type FacetCounts = Record<FacetName, FacetCount[]>

/** The lowest and the highest price of a list, whatever part of the range is asked for. */
export type PriceEnds = { lowPaise: number; highPaise: number }

/** What a list can be narrowed to; without prices where it is empty. */
export type Narrowing = { counts: FacetCounts; prices: PriceEnds | undefined }

/** Something for each facet. */
export function perFacet<Value>(make: (name: FacetName) => Value): Record<FacetName, Value> {
  return {
    ...{ veg: make('veg'), instock: make('instock'), offer: make('offer') },
    ...{ type: make('type'), brand: make('brand'), pack: make('pack') },
  }
}

/** Nothing asked for. */
export const NONE_CHOSEN: Chosen = /* @__PURE__ */ perFacet(() => [])

/** The weight or volume of a pack in its one spelling, `1kg` or `750ml`; undefined for what is neither. */
export function packValue(label: string): string | undefined {
  const measure = parseMeasure(label)
  if (!measure) return undefined
  const { amount, unit } = measure
  if (amount < 1000) return `${amount}${unit}`
  return `${amount / 1000}${unit === 'g' ? 'kg' : 'l'}`
}

/** `1kg` as a shopper reads it: `1 kg`. */
export const packText = (value: string): string => value.replace(/(?<=\d)(?=[a-z])/, ' ')

/** The values to choose from: those with the most products, and the chosen ones, in the order given. */
export function offered(counts: FacetCount[], chosen: string[], most: number): FacetCount[] {
  const common = counts.toSorted((a, b) => b.count - a.count).slice(0, most)
  const shown = new Set([...chosen, ...common.map(({ value }) => value)])
  const missing = chosen.filter((value) => !counts.some((one) => one.value === value))
  return [
    ...counts.filter(({ value }) => shown.has(value)),
    ...missing.map((value) => ({ value, count: 0 })),
  ]
}
