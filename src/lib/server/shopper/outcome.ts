import * as z from 'zod/mini'
import { CHOICE_KINDS } from '#lib/catalogue/product.ts'

/** How an action of a shopper ended; the API gives it status and words (docs/cart.md). */
const outcomeSchema = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.enum([
      ...(['added', 'changed', 'unchanged', 'removed'] as const),
      ...(['wished', 'alreadyWished', 'reviewed', 'reviewEdited'] as const),
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

/** Before 0.1.0 an outcome was kept with its words; that is over 30 days after the upgrade (REPEATS_KEPT_MS). */
const wordedSchema = z.strictObject({
  code: z.int(),
  status: z.boolean(),
  msg: z.string(),
  field: z.optional(z.string()),
  id: z.optional(z.string()),
})

/** What is kept under an action's key. */
export const keptSchema = z.union([outcomeSchema, wordedSchema])
export type KeptOutcome = z.infer<typeof keptSchema>
