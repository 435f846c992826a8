import { pageTexts } from '#lib/texts/page/page-texts.ts'
import type { Product } from './product.ts'

/** Additional info: the product's own specifications or, if there are none, a fixed table. */
export function specificationsOf(product: Product): { key: string; value: string }[] {
  const { origin, shelfLife, specs, veg } = product
  const names = pageTexts.specificationNames
  const own = [
    ...specs,
    { key: names.origin, value: origin },
    { key: names.shelfLife, value: shelfLife },
    { key: names.veg, value: veg === '' ? '' : pageTexts.vegMarks[veg] },
  ].filter(({ value }) => value !== '')
  return own.length > 0 ? own : pageTexts.fixedSpecifications
}
