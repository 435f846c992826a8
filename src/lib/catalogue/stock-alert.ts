import * as z from 'zod/mini'

/** Asks for one mail when a product, or a pack of it, is there again. */
export const stockAlertSchema = z.strictObject({
  productid: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Empty where the product has no packs. */
  pack: z._default(z.string().check(z.maxLength(100)), ''),
  /** Who is signed in need not say it. */
  email: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), ''),
})
export type StockAlert = z.infer<typeof stockAlertSchema>
