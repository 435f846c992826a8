/** The code of a system or library error, such as `ENOENT`; '' if it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** The message of an error. If a host has several addresses and none answers, the messages of all attempts. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join(', ')
  return error instanceof Error ? error.message : String(error)
}
