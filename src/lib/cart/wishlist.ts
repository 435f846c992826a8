import * as z from 'zod/mini'

/** A wishlist entry as the API returns it, in rupees, with additional fields. */
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
  /** Weight or volume that the price is for; missing in an entry that was added a moment ago. */
  unit: z.optional(z.string()),
  /** On sale and not out of stock. */
  instock: z.boolean(),
  /** The shop no longer sells it. */
  withdrawn: z.boolean(),
  /** RAM, size or weight must be chosen before it is added to the cart. */
  haschoices: z.boolean(),
  /** The choice made in the cart, if it was saved for later from there. */
  productrams: z.string(),
  productsize: z.string(),
  productweight: z.string(),
})
export type Wish = z.infer<typeof wishSchema>

/**
 * The answer to every write of the wishlist; `status` false: the product was there already (S-188).
 */
export const wishAnswerSchema = z.object({
  status: z.boolean(),
  error: z.boolean(),
  msg: z.string(),
  id: z.optional(z.string()),
  mylist: z.optional(z.array(wishSchema)),
})
