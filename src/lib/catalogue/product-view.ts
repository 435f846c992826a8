import type { ChosenLabels } from './choice.ts'
import { thumbnailPath } from './picture.ts'
import { CHOICE_KINDS, labelsOf, type Product } from './product.ts'
import type { PackView, ProductView, QuickView } from './product-view-schema.ts'
import { mrpPaise, productPath, slugOf, variantsOf } from './variant.ts'

/** What the buying form shows of a product. */
export function productView(product: Product): ProductView {
  const { id, name, brand, rating, reviewCount, veg, picture, packKind } = product
  const labels = labelsOf(product)
  return {
    ...{ id, name, brand, rating, reviewCount, veg, packKind },
    thumbnail: picture ? thumbnailPath(picture) : '',
    packs: variantsOf(product).map((variant) => {
      const { label, pricePaise, oldPricePaise, stock } = variant
      const isMrp = mrpPaise(variant) !== undefined && { isMrp: true }
      return { label, pricePaise, oldPricePaise, stock, ...isMrp }
    }),
    choices: CHOICE_KINDS.map((kind) => ({ kind, labels: labels[kind] })).filter(
      ({ labels }) => labels.length > 0,
    ),
  }
}

/** What the quick view shows of a product. */
export function quickView(product: Product): QuickView {
  const { description, pictures } = product
  return { product: productView(product), description, pictures }
}

/** Choices made in advance: the only label of its kind, and the pack that the address names. */
export function preset(
  { choices, packKind }: ProductView,
  label: string | undefined,
): ChosenLabels {
  const single = choices.flatMap(({ kind, labels }) =>
    labels.length === 1 ? [[kind, labels[0]] as const] : [],
  )
  const wanted = packKind && label !== undefined ? { [packKind]: label } : {}
  return { ...Object.fromEntries(single), ...wanted }
}

/** The chosen pack; undefined while the shopper still has to choose. */
export function chosenPack(
  { packs, packKind }: ProductView,
  chosen: ChosenLabels,
): PackView | undefined {
  if (packKind === null || packs.length === 0) return packs[0]
  return packs.find(({ label }) => label === chosen[packKind])
}

/** The pack to show before one is chosen: the first that can be bought, if any can (S-058). */
export function shownPack<Sold extends Pick<PackView, 'stock'>>(packs: Sold[]): Sold | undefined {
  return packs.find(({ stock }) => stock !== 0) ?? packs[0]
}

/** The product's page with this pack chosen, if it has packs. */
export function packPath({ id, packKind }: ProductView, { label }: PackView): string {
  return productPath(id) + (packKind ? `?variant=${encodeURIComponent(slugOf(label))}` : '')
}
