import * as z from 'zod/mini'

/** Most products on one wishlist. */
export const MAX_WISHES = 200

/** An entry of the wishlist as the API gives it, in rupees, with marks of our own. */
export const wishSchema = z.object({
  _id: z.string(),
  productid: z.string(),
  userid: z.string(),
  producttitle: z.string(),
  /** File name in /uploads; empty without a picture. */
  image: z.string(),
  rating: z.number(),
  price: z.number(),
  oldprice: z.nullable(z.number()),
  /** Sold at present, and not out of stock. */
  instock: z.boolean(),
  /** The shop sells it no more. */
  withdrawn: z.boolean(),
  /** RAM, size or weight must be chosen before it is added to the cart. */
  haschoices: z.boolean(),
  /** What was chosen when it was saved for later from the cart. */
  productrams: z.string(),
  productsize: z.string(),
  productweight: z.string(),
})
export type Wish = z.infer<typeof wishSchema>

/** What every write of the wishlist answers; `status` false: it was there already (S-188). */
export const wishAnswerSchema = z.object({
  status: z.boolean(),
  error: z.boolean(),
  msg: z.string(),
  id: z.optional(z.string()),
  mylist: z.optional(z.array(wishSchema)),
})
