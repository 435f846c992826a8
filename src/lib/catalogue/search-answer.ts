import * as z from 'zod/mini'

const productSchema = z.object({
  _id: z.string(),
  name: z.string(),
  brand: z.string(),
  unit: z.string(),
  price: z.number(),
  oldprice: z.nullable(z.number()),
  /** File names in /uploads, the cover first. */
  images: z.array(z.string()),
})
const categorySchema = z.object({
  _id: z.string(),
  name: z.string(),
  /** The parent of a sub-category; '' for a category. */
  category: z.string(),
  catname: z.string(),
})

/** The fields of the answer to GET /api/search that the browser reads. */
export const searchAnswerSchema = z.object({
  ProductList: z.array(productSchema),
  categorylist: z.array(categorySchema),
  total: z.int(),
})
export type SearchAnswer = z.infer<typeof searchAnswerSchema>
export type FoundProduct = z.infer<typeof productSchema>
