import * as z from 'zod/mini'

/** The number of a page of a list. */
export const pageField = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), z.transform(Number))
