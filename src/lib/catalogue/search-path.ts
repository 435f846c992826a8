import type { SearchAnswer } from './search-answer.ts'

/** Apart from the schema of an answer: a search box loads that with the first text. */
export const NOTHING_FOUND: SearchAnswer = { ProductList: [], categorylist: [], total: 0 }

/** Where a search leads; an empty one shows everything (S-141). */
export function searchPath(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}
