import * as z from 'zod/mini'

/** A mail address as browsers check it, of a domain that mails can come to; at most 254 characters (RFC 5321). */
export const emailTextSchema = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.email({ pattern: z.regexes.html5Email }),
    z.regex(/\.[^.@]+$/),
  )
