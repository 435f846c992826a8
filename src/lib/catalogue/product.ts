/** The three kinds of choice the specification knows. */
export const CHOICE_KINDS = ['ram', 'size', 'weight'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/** A choice with its own price, old price and stock. */
export type Pack = {
  label: string
  pricePaise: number
  oldPricePaise: number | null
  /** Units left; null when stock is not tracked. */
  stock: number | null
  /** When the price ends, of a sale that has an end. */
  saleUntil?: number
}

/** One catalogue picture: its files in /uploads are `{id}-{width}.avif`, `.webp` and `{id}-og.jpg`. */
export type Picture = { id: string; width: number; height: number; alt: string }

/** A category or sub-category as links name it. */
export type CategoryRef = { id: string; name: string }

export type Category = CategoryRef & { picture: Picture | null; children: CategoryRef[] }

export type Banner = {
  picture: Picture
  title: string
  text: string
  link: string
}

/** One of the packs, or another choice, as its card offers it. */
export type CardPack = Pick<Pack, 'label' | 'pricePaise' | 'oldPricePaise'> & { isInStock: boolean }
export type CardChoices = {
  kind: ChoiceKind
  packs: CardPack[]
  /** The only pack here is one of several that the product has: what adds it must name it. */
  isChosen?: boolean
}

/** What a product's card shows; pages that show a card depend on these fields only. */
export type Card = {
  id: string
  sku: string
  name: string
  brand: string
  unit: string
  pricePaise: number
  oldPricePaise: number | null
  /** Whole stars 1 to 5, or 0 when there is no rating yet. */
  rating: number
  isInStock: boolean
  packCount: number
  /** A product with RAM, size or weight needs a choice before it is added. */
  hasChoices: boolean
  /** What is chosen on the card itself: one kind with the price of each; else null. */
  choices: CardChoices | null
  veg: 'veg' | 'nonveg' | ''
  picture: Picture | null
}

export type Product = Omit<Card, 'choices'> & {
  category: CategoryRef
  subcat: CategoryRef | null
  description: string
  stock: number | null
  isFeatured: boolean
  /** When the price ends, of a sale that has an end. */
  saleUntil?: number
  rams: string[]
  sizes: string[]
  weights: string[]
  /** Which of the three kinds carries prices; null when none does. */
  packKind: ChoiceKind | null
  packs: Pack[]
  countries: string[]
  aliases: string[]
  gtin: string
  /** The shop's first rating, before any review: an average without a count. */
  initialRating: number | null
  specs: { key: string; value: string }[]
  hsn: string
  gstPercent: number | null
  origin: string
  shelfLife: string
  pictures: Picture[]
  reviewCount: number
  /** Average of the published reviews; null when there are none. */
  reviewAverage: number | null
  createdAt: number
  /** Epoch milliseconds of the last change of what the page shows. */
  changedAt: number
}

/** What can be chosen of each kind. */
export const labelsOf = ({ rams, sizes, weights }: Pick<Product, 'rams' | 'sizes' | 'weights'>) =>
  ({ ram: rams, size: sizes, weight: weights }) satisfies Record<ChoiceKind, string[]>

export type Review = {
  id: string
  productId: string
  customerId: string
  customerName: string
  text: string
  rating: number
  createdAt: number
  /** When its customer changed it last; null as it was first written. */
  editedAt: number | null
  /** An order of the customer holds the product. */
  isVerified: boolean
}
