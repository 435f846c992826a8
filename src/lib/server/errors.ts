/** The code of a system's or a library's error, as `ENOENT`; empty where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** An error in its own words. A name with two addresses of which none answers has only those of its parts. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join(', ')
  return error instanceof Error ? error.message : String(error)
}
