import * as z from 'zod/mini'
import { CHOICE_KINDS } from '#lib/catalogue/product.ts'

/** The result of a shopper's action; the API gives it status and words (docs/cart.md). */
export const outcomeSchema = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.enum([
      ...(['added', 'changed', 'unchanged', 'removed'] as const),
      ...(['wished', 'alreadyWished', 'reviewed', 'reviewEdited', 'reviewWaits'] as const),
      ...(['reviewWaitsAnew', 'reviewTakenBack', 'reviewTakenBackDown'] as const),
    ]),
    /** The id of what was created or changed. */
    id: z.optional(z.string()),
  }),
  z.strictObject({
    result: z.enum([
      ...(['noProduct', 'withdrawn', 'soldOut', 'tooMany', 'tooManyLines', 'tooDear'] as const),
      ...(['notInCart', 'notInWishlist', 'wishlistFull', 'otherPackWished'] as const),
      ...(['keyTaken', 'notReviewed'] as const),
    ]),
  }),
  /** More units were requested than are left. */
  z.strictObject({ result: z.literal('onlyLeft'), left: z.int() }),
  /** A choice of this kind is missing or unknown. */
  z.strictObject({ result: z.literal('choose'), kind: z.enum(CHOICE_KINDS) }),
])
export type Outcome = z.infer<typeof outcomeSchema>
