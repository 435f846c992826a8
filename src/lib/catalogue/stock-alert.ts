import * as z from 'zod/mini'

/** A request for one mail when a product, or a pack of it, is back in stock. */
export const stockAlertSchema = z.strictObject({
  productid: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Empty for a product without packs. */
  pack: z._default(z.string().check(z.maxLength(100)), ''),
  /** Not needed from a signed-in shopper. */
  email: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), ''),
})
export type StockAlert = z.infer<typeof stockAlertSchema>
