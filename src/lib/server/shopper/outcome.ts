import * as z from 'zod/mini'

/** How an action of a shopper ended: what is kept under its key, and said (docs/cart.md). */
export const outcomeSchema = z.strictObject({
  /** 200, or the HTTP status of the refusal. */
  code: z.int(),
  /** The specification's `status`: false also says that a wish was there already. */
  status: z.boolean(),
  msg: z.string(),
  field: z.optional(z.string()),
  /** What was made or changed. */
  id: z.optional(z.string()),
})
export type Outcome = z.infer<typeof outcomeSchema>

export const done = (msg: string, id?: string): Outcome => ({
  code: 200,
  status: true,
  msg,
  ...(id !== undefined && { id }),
})

export const refused = (code: number, msg: string, field?: string): Outcome => ({
  code,
  status: false,
  msg,
  ...(field !== undefined && { field }),
})
