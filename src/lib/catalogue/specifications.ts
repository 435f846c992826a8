import { isCountry } from '#lib/checkout/countries.ts'
import { pageTexts } from '#lib/texts/page/page-texts.ts'
import type { Product } from './product.ts'

/**
 * Additional info: the product's own specifications or, if there are none, a fixed table.
 * @param beside the products that share a table with it, so that one row has the origins of all
 */
export function specificationsOf(
  product: Product,
  beside: readonly Product[] = [product],
): { key: string; value: string }[] {
  const { origin, shelfLife, specs, veg } = product
  const names = pageTexts.specificationNames
  const own = [
    ...specs,
    { key: beside.every(isOfCountry) ? names.origin : names.region, value: origin },
    { key: names.shelfLife, value: shelfLife },
    { key: names.veg, value: veg === '' ? '' : pageTexts.vegMarks[veg] },
  ].filter(({ value }) => value !== '')
  return own.length > 0 ? own : pageTexts.fixedSpecifications
}

/** Whether an origin, if there is one, ends in a country: `Andalusia, Spain`. */
const isOfCountry = ({ origin }: Product): boolean =>
  origin === '' || isCountry(origin.split(',').at(-1)?.trim() ?? '')
