import { discountPercent } from './catalogue/discount.ts'
import { paiseToRupees } from './money.ts'
import { largestFile } from './catalogue/picture.ts'
import type { FacetCounts } from './catalogue/facets.ts'
import { reviewView } from './catalogue/review-view.ts'
import type { Banner, Category, Picture, Product, Review } from './catalogue/product.ts'

// What the API returns, with the names of S-096 to S-110; prices are rupees with at most two
// decimals.

/** A banner; its id is its position. */
export function bannerShape({ picture, title, text, link }: Banner, index: number) {
  const { alt } = picture
  return { _id: String(index + 1), images: [largestFile(picture)], alt, title, text, link }
}

/** A category with its sub-categories. */
export function categoryShape({ id, name, picture, children }: Category) {
  return {
    _id: id,
    name,
    images: files(picture ? [picture] : []),
    children: children.map((child) => ({ _id: child.id, name: child.name })),
  }
}

/** A category's sub-categories, each with its parent. */
export function subcatShapes({ id, name, children }: Category) {
  return children.map((child) => ({ _id: child.id, name: child.name, category: id, catname: name }))
}

/** All details of a product. */
export function productShape(product: Product) {
  const { id, name, pictures, rating, brand, description, category, subcat } = product
  return {
    _id: id,
    id,
    name,
    images: files(pictures),
    rating,
    ...priceShape(product),
    brand,
    description,
    category: category.id,
    catname: category.name,
    subcatid: subcat?.id ?? '',
    subcat: subcat?.name ?? '',
    productrams: product.rams,
    productsize: product.sizes,
    productweight: product.weights,
    packs: product.packs.map((pack) => ({
      label: pack.label,
      ...priceShape(pack),
      ...stockShape(pack),
    })),
    ...detailShape(product),
  }
}

/** A page of a list of products, with facet counts if they were asked for. */
export function productListShape(
  products: Product[],
  list: { page: number; total: number; totalPages: number; counts: FacetCounts | undefined },
) {
  const { page, total, totalPages, counts } = list
  const narrowing = counts && { facets: counts }
  return {
    ProductList: products.map(productShape),
    page,
    totalpages: totalPages,
    total,
    ...narrowing,
  }
}

/** A review. Its customer is named by an id that reveals nothing about them (A31). */
export function reviewShape(review: Review) {
  return {
    ...reviewView(review),
    productid: review.productId,
    customerid: review.customerId.includes('@') ? '' : review.customerId,
  }
}

function detailShape(product: Product) {
  return {
    sku: product.sku,
    unit: product.unit,
    stock: product.stock,
    instock: product.isInStock,
    countries: product.countries,
    isFeatured: product.isFeatured,
    veg: product.veg,
    origin: product.origin,
    shelflife: product.shelfLife,
    specs: product.specs,
    reviewcount: product.reviewCount,
    dateCreated: isoDate(product.createdAt),
  }
}

function priceShape({
  pricePaise,
  oldPricePaise,
}: {
  pricePaise: number
  oldPricePaise: number | null
}) {
  return {
    price: paiseToRupees(pricePaise),
    oldprice: oldPricePaise === null ? null : paiseToRupees(oldPricePaise),
    discount: discountPercent(pricePaise, oldPricePaise),
  }
}

/** A stock of null is not tracked, and never sold out. */
function stockShape({ stock }: { stock: number | null }) {
  return { stock, instock: stock !== 0 }
}

const files = (pictures: Picture[]): string[] => pictures.map(largestFile)
const isoDate = (time: number): string => new Date(time).toISOString()
