import type { SearchAnswer } from './search-answer.ts'

/** Separate from the answer's schema, which a search box loads only with the first text. */
export const NOTHING_FOUND: SearchAnswer = { ProductList: [], categorylist: [], total: 0 }

/** The address of a search; an empty text shows all products (S-141). */
export function searchPath(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}
