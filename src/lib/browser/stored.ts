import type * as z from 'zod/mini'

/** What the browser has stored, as far as it passes the schema; anybody may have edited it. */
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
