import type { Product } from '#lib/catalogue/product.ts'
import { slugOf, type Variant, variantsOf } from '#lib/catalogue/variant.ts'
import { readParameter } from '#parts/shell/parameter.ts'

type Choosing = {
  variants: [Variant, ...Variant[]]
  chosen: Variant
  /** Whether the address names it; otherwise it is the first, and the shopper has to choose. */
  isChosen: boolean
}

/**
 * Finds the pack that `?variant=` names.
 * @returns undefined if there is none of that name
 */
export function chooseVariant(product: Product, query: URLSearchParams): Choosing | undefined {
  const variants = variantsOf(product)
  const wanted = readParameter(query, 'variant')
  if (wanted === '') return { variants, chosen: variants[0], isChosen: false }
  const chosen = variants.find(({ label }) => product.packs.length > 0 && slugOf(label) === wanted)
  return chosen && { variants, chosen, isChosen: true }
}
