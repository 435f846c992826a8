/** A NUL, or the escape for one in a field that contains JSON. */
const NUL = /\0|^\s*[{[].*\\u0000/s

/**
 * Whether any text in what was sent, at any depth, contains a NUL. PostgreSQL stores none, so the front
 * refuses them once for all the code behind it (A07).
 */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return NUL.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some((one) => one.some(hasNul))
}
