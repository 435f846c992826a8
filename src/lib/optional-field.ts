import * as z from 'zod/mini'

/** The number of a page of a list. */
export const pageField = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), z.transform(Number))

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
