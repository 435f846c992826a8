/** A NUL, or JSON in a field that writes one. */
const NUL = /\0|^\s*[{[].*\\u0000/s

/**
 * Whether a text of what was sent, however deep, has a NUL, which PostgreSQL keeps in no text: nothing behind
 * the front has to think of one (A07).
 */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return NUL.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some((one) => one.some(hasNul))
}
