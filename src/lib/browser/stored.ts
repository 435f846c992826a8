import type * as z from 'zod/mini'

/**
 * Reads JSON that the browser has stored; anybody may have edited it.
 * @returns `fallback` if it does not pass the schema
 */
export function decodeStored<Schema extends z.ZodMiniType, Fallback>(
  schema: Schema,
  text: string,
  fallback: Fallback,
): z.infer<Schema> | Fallback {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : fallback
  } catch {
    return fallback
  }
}
