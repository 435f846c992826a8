import * as z from 'zod/mini'

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
