import { COMPARED_PRODUCTS } from '#lib/limits.ts'

/** Where these products stand side by side; the address works without JavaScript and elsewhere. */
export function comparePath(ids: readonly string[]): string {
  return ids.length === 0 ? '/compare' : `/compare?ids=${ids.map(encodeURIComponent).join(',')}`
}

/** The ids of such an address: each once, and no more than fit side by side. */
export function comparedIds(text: string): string[] {
  const ids = text.split(',').filter((id) => id !== '')
  return [...new Set(ids)].slice(0, COMPARED_PRODUCTS)
}
