import * as z from 'zod/mini'

/** A form field that may be left empty, which reads as undefined. */
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
