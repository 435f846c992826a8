import type { Product } from './product.ts'

/** What a shopper buys: the product as a whole, or one of its packs. */
export type Variant = {
  /** The pack's label, or the product's unit if there are no packs. */
  label: string
  sku: string
  /** Address with this variant preselected. */
  path: string
  pricePaise: number
  oldPricePaise: number | null
  /** Units left; null when stock is not tracked. */
  stock: number | null
  saleUntil?: number
  /** While a sale runs: the price without it. */
  usualPaise?: number
}

/** A label's spelling in an address: `1 kg` becomes `1-kg`. */
export function slugOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** The address of a product's page. */
export function productPath(id: string): string {
  return `/product/${id}`
}

/** The SKU of a pack: that of its product, and its label. */
export const packSku = (sku: string, label: string): string => `${sku}-${slugOf(label)}`

/** The fields that determine the variants. */
type Sold = Pick<
  Product,
  | ('id' | 'sku' | 'unit' | 'stock' | 'packs')
  | ('pricePaise' | 'oldPricePaise' | 'saleUntil' | 'usualPaise')
>

type Priced = Pick<Variant, 'pricePaise' | 'oldPricePaise' | 'usualPaise'>

/**
 * The MRP printed on the pack, which perhaps nobody ever paid (E30). During a sale, an old price may
 * also be just the usual one.
 */
export function mrpPaise({ pricePaise, oldPricePaise, usualPaise }: Priced): number | undefined {
  const isMrp = oldPricePaise !== null && oldPricePaise > (usualPaise ?? pricePaise)
  return isMrp ? oldPricePaise : undefined
}

/**
 * The price that was charged before the sale of now, where that is what the page strikes through;
 * undefined if there is no sale, or the MRP is struck through (E30).
 */
export function regularPaise({ oldPricePaise, usualPaise }: Priced): number | undefined {
  return usualPaise === oldPricePaise ? usualPaise : undefined
}

/** All variants of a product: its packs, or the product itself. Never empty. */
export function variantsOf(product: Sold): [Variant, ...Variant[]] {
  const [first, ...others] = product.packs.map((pack) => {
    const path = `${productPath(product.id)}?variant=${encodeURIComponent(slugOf(pack.label))}`
    return { ...pack, sku: packSku(product.sku, pack.label), path }
  })
  if (first) return [first, ...others]
  const { id, sku, unit, pricePaise, oldPricePaise, stock, saleUntil, usualPaise } = product
  const price = {
    ...{ pricePaise, oldPricePaise },
    ...(saleUntil !== undefined && { saleUntil }),
    ...(usualPaise !== undefined && { usualPaise }),
  }
  return [{ label: unit, sku, path: productPath(id), stock, ...price }]
}
