import * as z from 'zod/mini'

/** A field of a form that may be left empty: then it says nothing. */
export const optionalField = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      schema,
    ]),
  )
