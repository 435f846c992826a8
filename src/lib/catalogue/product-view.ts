import { thumbnailPath } from './picture.ts'
import { CHOICE_KINDS, type ChoiceKind, labelsOf, type Product } from './product.ts'
import type { Pack, ProductView, QuickView } from './product-view-schema.ts'
import { productPath, slugOf, variantsOf } from './variant.ts'

export function productView(product: Product): ProductView {
  const { id, name, brand, rating, reviewCount, veg, picture, packKind } = product
  const labels = labelsOf(product)
  return {
    ...{ id, name, brand, rating, reviewCount, veg, packKind },
    thumbnail: picture ? thumbnailPath(picture) : '',
    packs: variantsOf(product).map(({ label, pricePaise, oldPricePaise, stock }) => {
      return { label, pricePaise, oldPricePaise, stock }
    }),
    choices: CHOICE_KINDS.map((kind) => ({ kind, labels: labels[kind] })).filter(
      ({ labels }) => labels.length > 0,
    ),
  }
}

export function quickView(product: Product): QuickView {
  const { description, pictures } = product
  return { product: productView(product), description, pictures }
}

/** What is chosen of each kind; a kind that is still open is absent. */
export type Chosen = Partial<Record<ChoiceKind, string>>

/** What need not be chosen: the only one of its kind, and what the address says. */
export function preset({ choices, packKind }: ProductView, label: string | undefined): Chosen {
  const single = choices.flatMap(({ kind, labels }) =>
    labels.length === 1 ? [[kind, labels[0]] as const] : [],
  )
  const wanted = packKind && label !== undefined ? { [packKind]: label } : {}
  return { ...Object.fromEntries(single), ...wanted }
}

/** The pack that is chosen; undefined while the shopper has to choose. */
export function chosenPack({ packs, packKind }: ProductView, chosen: Chosen): Pack | undefined {
  if (packKind === null || packs.length === 0) return packs[0]
  return packs.find(({ label }) => label === chosen[packKind])
}

/** The page of a product with its pack, where it has packs. */
export function packPath({ id, packKind }: ProductView, { label }: Pack): string {
  return productPath(id) + (packKind ? `?variant=${encodeURIComponent(slugOf(label))}` : '')
}
