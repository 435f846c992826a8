import * as z from 'zod/mini'
import { thumbnailPath } from './picture.ts'
import { CHOICE_KINDS, type ChoiceKind, type Product } from './product.ts'
import { productPath, slugOf, variantsOf } from './variant.ts'

const paise = z.int()
const packSchema = z.object({
  label: z.string(),
  pricePaise: paise,
  oldPricePaise: z.nullable(paise),
  /** Units left; null when stock is not tracked. */
  stock: z.nullable(z.int()),
})
/** What can be bought of a product: it as it is, or one of its packs. */
export type Pack = z.infer<typeof packSchema>

const pictureSchema = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
})

const productViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  rating: z.int(),
  veg: z.enum(['veg', 'nonveg', '']),
  /** Address of its smallest picture; '' without one. */
  thumbnail: z.string(),
  /** At least one; several where packs have prices of their own. */
  packs: z.array(packSchema).check(z.minLength(1)),
  /** The kind that these packs are; null where it has none. */
  packKind: z.nullable(z.enum(CHOICE_KINDS)),
  /** What else is to be chosen, by kind, the packs among it. */
  choices: z.array(z.object({ kind: z.enum(CHOICE_KINDS), labels: z.array(z.string()) })),
})
/** What the form of buying shows of a product, on its page and in the quick view. */
export type ProductView = z.infer<typeof productViewSchema>

/** What the quick view shows beyond that. */
export const quickViewSchema = z.object({
  product: productViewSchema,
  description: z.string(),
  pictures: z.array(pictureSchema),
})
export type QuickView = z.infer<typeof quickViewSchema>

export function productView(product: Product): ProductView {
  const { id, name, brand, rating, veg, picture, packKind } = product
  const labelsOf = { ram: product.rams, size: product.sizes, weight: product.weights }
  return {
    ...{ id, name, brand, rating, veg, packKind },
    thumbnail: picture ? thumbnailPath(picture) : '',
    packs: variantsOf(product).map(({ label, pricePaise, oldPricePaise, stock }) => {
      return { label, pricePaise, oldPricePaise, stock }
    }),
    choices: CHOICE_KINDS.map((kind) => ({ kind, labels: labelsOf[kind] })).filter(
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
