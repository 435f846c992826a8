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
  /** End of a scheduled sale, in epoch milliseconds. */
  saleUntil?: number
  /** While a sale runs: the price without it. */
  usualPaise?: number
}

/**
 * A catalogue picture; its files in /uploads are `{id}-{width}.avif`, `.webp` and `{id}-og.jpg`.
 */
export type Picture = { id: string; width: number; height: number; alt: string }

/** A category or sub-category as used in links. */
export type CategoryRef = { id: string; name: string }

export type Category = CategoryRef & { picture: Picture | null; children: CategoryRef[] }

export type Banner = {
  picture: Picture
  title: string
  text: string
  link: string
}

/** A pack or other choice, as offered on a card. */
export type CardPack = Pick<Pack, 'label' | 'pricePaise' | 'oldPricePaise'> & { isInStock: boolean }
export type CardChoices = {
  kind: ChoiceKind
  packs: CardPack[]
  /** The only pack here is one of several of the product: adding it must name it. */
  isChosen?: boolean
}

/** What a product's card shows; pages with cards depend on these fields only. */
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
  /** RAM, size or weight must be chosen before the product is added. */
  hasChoices: boolean
  /** Choices offered on the card itself, if there is only one kind; else null. */
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
  /** End of a scheduled sale, in epoch milliseconds. */
  saleUntil?: number
  /** While a sale runs: the price without it. */
  usualPaise?: number
  rams: string[]
  sizes: string[]
  weights: string[]
  /** The kind of choice that has prices; null if none has. */
  packKind: ChoiceKind | null
  packs: Pack[]
  countries: string[]
  aliases: string[]
  gtin: string
  /** A rating given by the shop, used until there are reviews. */
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

/** The labels to choose from, by kind. */
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
  /** When its customer last changed it; null if never. */
  editedAt: number | null
  /** The customer has ordered the product. */
  isVerified: boolean
}
