import type { Product } from '#lib/catalogue/product.ts'
import { shownPack } from '#lib/catalogue/product-view.ts'
import { slugOf, type Variant, variantsOf } from '#lib/catalogue/variant.ts'
import { readParameter } from '#parts/shell/parameter.ts'

type Choosing = {
  /** The one that the address names, which is undefined while the shopper has to choose. */
  chosen: Variant | undefined
  /** The one that titles name, also if it is sold out, so that they stay as they are. */
  named: Variant
  /** The one whose price the page shows first. */
  shown: Variant
}

/**
 * Finds the pack that `?variant=` names.
 * @returns undefined if there is none of that name
 */
export function chooseVariant(product: Product, query: URLSearchParams): Choosing | undefined {
  const variants = variantsOf(product)
  const wanted = readParameter(query, 'variant')
  if (wanted === '') {
    const [first] = variants
    return { chosen: undefined, named: first, shown: shownPack(variants) ?? first }
  }
  const chosen = variants.find(({ label }) => product.packs.length > 0 && slugOf(label) === wanted)
  return chosen && { chosen, named: chosen, shown: chosen }
}
