import * as z from 'zod/mini'

/** A change of stock made in the aisle. */
export const stockActionSchema = z.strictObject({
  kind: z.enum(['soldout', 'count', 'delivery']),
  pack: z._default(z.string().check(z.maxLength(100)), ''),
  /** How many there are, or how many were delivered. */
  units: z.optional(
    z.union([
      z.int().check(z.minimum(0), z.maximum(1_000_000)),
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)),
    ]),
  ),
})
export type StockAction = z.infer<typeof stockActionSchema>
