import * as z from 'zod/mini'
import { listingPath } from './listing-address.ts'
import { productPath } from './variant.ts'

const productSchema = z.object({
  _id: z.string(),
  name: z.string(),
  brand: z.string(),
  unit: z.string(),
  price: z.number(),
  oldprice: z.nullable(z.number()),
  /** Files in /uploads, the cover first. */
  images: z.array(z.string()),
})
const categorySchema = z.object({
  _id: z.string(),
  name: z.string(),
  /** The category that a sub-category lies in; '' for a category. */
  category: z.string(),
  catname: z.string(),
})

/** What the browser reads of the answer of GET /api/search. */
export const searchAnswerSchema = z.object({
  ProductList: z.array(productSchema),
  categorylist: z.array(categorySchema),
  total: z.int(),
})
export type SearchAnswer = z.infer<typeof searchAnswerSchema>
export type FoundProduct = z.infer<typeof productSchema>

export const NOTHING_FOUND: SearchAnswer = { ProductList: [], categorylist: [], total: 0 }

/** Where a search leads; an empty one shows everything (S-141). */
export function searchPath(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}

/** Where each row under a search box leads: the search itself, categories, products. */
export function rowPaths(text: string, { categorylist, ProductList }: SearchAnswer): string[] {
  return [
    searchPath(text),
    ...categorylist.map(({ _id, category }) => listingPath(category ? 'subcat' : 'category', _id)),
    ...ProductList.map(({ _id }) => productPath(_id)),
  ]
}
