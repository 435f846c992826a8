import type { Product } from './product.ts'

/** What a shopper buys: the product as it is, or one of its packs. */
export type Variant = {
  /** The pack's label; the product's unit where there are no packs. */
  label: string
  sku: string
  /** Address with the variant preselected. */
  path: string
  pricePaise: number
  oldPricePaise: number | null
  /** Units left; null when stock is not tracked. */
  stock: number | null
  saleUntil?: number
}

/** `1 kg` is `1-kg` in an address. */
export function slugOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^-|-$/g, '')
}

export function productPath(id: string): string {
  return `/product/${id}`
}

/** What decides which variants there are. */
type Sold = Pick<
  Product,
  'id' | 'sku' | 'unit' | 'pricePaise' | 'oldPricePaise' | 'stock' | 'packs' | 'saleUntil'
>

/** Everything of the product that can be bought: its packs, or itself. Never empty. */
export function variantsOf(product: Sold): [Variant, ...Variant[]] {
  const [first, ...others] = product.packs.map((pack) => {
    const slug = slugOf(pack.label)
    const path = `${productPath(product.id)}?variant=${encodeURIComponent(slug)}`
    return { ...pack, sku: `${product.sku}-${slug}`, path }
  })
  if (first) return [first, ...others]
  const { id, sku, unit, pricePaise, oldPricePaise, stock, saleUntil } = product
  const price = { pricePaise, oldPricePaise, ...(saleUntil !== undefined && { saleUntil }) }
  return [{ label: unit, sku, path: productPath(id), stock, ...price }]
}
