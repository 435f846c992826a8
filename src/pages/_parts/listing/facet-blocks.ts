import { type FacetCounts, type FacetName, type Chosen, offered } from '#lib/catalogue/facets.ts'
import { facetLabel } from '#lib/catalogue/listing-query.ts'
import type { Category } from '#lib/catalogue/product.ts'
import type { ProductQuery } from '#lib/catalogue/product-query.ts'
import { FILTER_BRANDS, FILTER_PACKS, FILTER_TYPES } from '#lib/limits.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'

type Choice = { name: FacetName; value: string; label: string; count: number }
/** A block of filters: values with counts, and the number of values left out. */
type Block = { title: string; id: string; choices: Choice[]; more: number }
type List = { query: ProductQuery; categories: Category[]; total: number }

/** The filters that a list offers. A block whose only value all products share is left out. */
export function facetBlocks(counts: FacetCounts, list: List): Block[] {
  const block = (title: string, id: string, names: FacetName[], most: number): Block => {
    const choices = names.flatMap((name) => choicesOf(name, counts, most, list))
    const all = names.flatMap((name) => counts[name])
    return { title, id, choices, more: id === 'brand-names' ? all.length - choices.length : 0 }
  }
  return [
    block(pageTexts.dietAndStock, 'diet', ['veg', 'instock', 'offer'], 2),
    block(pageTexts.productTypes, 'types', ['type'], FILTER_TYPES),
    block(pageTexts.brandNames, 'brand-names', ['brand'], FILTER_BRANDS),
    block(pageTexts.packSizes, 'packs', ['pack'], FILTER_PACKS),
  ].filter(({ choices }) => choices.length > 0)
}

function choicesOf(
  name: FacetName,
  counts: FacetCounts,
  most: number,
  { query, categories, total }: List,
): Choice[] {
  const chosen = query.facets[name]
  const choices = offered(counts[name], chosen, most).map(({ value, count }) => {
    return { name, value, count, label: facetLabel(name, value, categories) }
  })
  return isOneForAll(choices, chosen, total) ? [] : choices
}

/** Whether all products share the only value there is, and none is chosen. */
const isOneForAll = (choices: Choice[], chosen: Chosen[FacetName], total: number) =>
  chosen.length === 0 && choices.length === 1 && choices[0]?.count === total
