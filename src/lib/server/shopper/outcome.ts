import * as z from 'zod/mini'
import { CHOICE_KINDS } from '#lib/catalogue/product.ts'

/** How an action of a shopper ended; the API gives it status and words (docs/cart.md). */
export const outcomeSchema = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.enum([
      ...(['added', 'changed', 'unchanged', 'removed'] as const),
      ...(['wished', 'alreadyWished', 'reviewed', 'reviewEdited', 'reviewWaits'] as const),
    ]),
    /** What was made or changed. */
    id: z.optional(z.string()),
  }),
  z.strictObject({
    result: z.enum([
      ...(['noProduct', 'withdrawn', 'soldOut', 'tooMany', 'tooManyLines', 'tooDear'] as const),
      ...(['notInCart', 'notInWishlist', 'wishlistFull', 'keyTaken'] as const),
    ]),
  }),
  /** More units were asked for than are left. */
  z.strictObject({ result: z.literal('onlyLeft'), left: z.int() }),
  /** A choice of that kind is missing or unknown. */
  z.strictObject({ result: z.literal('choose'), kind: z.enum(CHOICE_KINDS) }),
])
export type Outcome = z.infer<typeof outcomeSchema>
