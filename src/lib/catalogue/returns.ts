import type { Shop } from '#lib/shop.ts'

type Said = Pick<Shop, 'returndays' | 'freereturns' | 'noreturns'>
type Wanted = {
  sku: string
  category: { name: string }
  subcat: { name: string } | null
}

/**
 * Whether the shop takes no product of this category, sub-category or SKU back (`noreturns` of
 * shop.json). A sub-category may be named after its category, as `Fruit > Citrus`.
 */
export function isNotReturnable({ noreturns }: Said, { sku, category, subcat }: Wanted): boolean {
  if (noreturns.length === 0) return false
  const names = [sku, category.name]
  if (subcat) names.push(subcat.name, `${category.name} > ${subcat.name}`)
  const known = new Set(names.map(comparableName))
  return noreturns.some((name) => known.has(comparableName(name)))
}

/**
 * The days in which this product can be returned, 0 if it cannot; null if the shop has said nothing
 * of that.
 */
export function returnDays(shop: Said, product: Wanted): number | null {
  return isNotReturnable(shop, product) ? 0 : shop.returndays
}

/** A name of a category or SKU for comparing: neither case, spelling in Unicode nor spaces around `>` matter. */
export const comparableName = (name: string) =>
  name
    .split('>')
    .map((part) => part.trim().normalize('NFC').toLowerCase())
    .join('>')
