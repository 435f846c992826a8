import { COMPARED_PRODUCTS } from '#lib/limits.ts'

/**
 * The address that compares these products; it also works without JavaScript and in other browsers.
 */
export function comparePath(ids: readonly string[]): string {
  return ids.length === 0 ? '/compare' : `/compare?ids=${ids.map(encodeURIComponent).join(',')}`
}

/** The ids in such an address: without duplicates, and no more than can be compared. */
export function comparedIds(text: string): string[] {
  const ids = text.split(',').filter((id) => id !== '')
  return [...new Set(ids)].slice(0, COMPARED_PRODUCTS)
}
