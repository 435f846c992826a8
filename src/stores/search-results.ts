import { persistentAtom } from '@nanostores/persistent'
import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'
import { SEARCH_RESULTS_KEY } from '#lib/browser/trace-keys.ts'
import { type SearchAnswer, searchAnswerSchema } from '#lib/catalogue/search-answer.ts'
import { NOTHING_FOUND } from '#lib/catalogue/search-path.ts'

/** Products suggested under a search box; /search shows the rest. */
const SUGGESTED_PRODUCTS = 6

const resultsSchema = z.extend(searchAnswerSchema, { text: z.string() })
type SearchResults = z.infer<typeof resultsSchema>

const NO_RESULTS: SearchResults = Object.freeze({ text: '', ...NOTHING_FOUND })

/** The first results of this browser's last search. */
export const $searchResults = persistentAtom<SearchResults>(SEARCH_RESULTS_KEY, NO_RESULTS, {
  encode: JSON.stringify,
  decode: parseResults,
})

/**
 * Searches and stores the result (S-160).
 * @returns undefined if that failed or was aborted
 */
export async function findResults(
  text: string,
  signal: AbortSignal,
): Promise<SearchAnswer | undefined> {
  const path = `/api/search?q=${encodeURIComponent(text)}&perpage=${SUGGESTED_PRODUCTS}`
  const found = searchAnswerSchema.safeParse(await get(path, { signal }))
  if (!found.success || signal.aborted) return undefined
  $searchResults.set({ text, ...found.data })
  return found.data
}

/** Resolves when the results for this text are stored, or cannot be had. */
export async function storeResults(text: string, signal: AbortSignal): Promise<void> {
  if ($searchResults.get().text !== text) await findResults(text, signal)
}

function parseResults(stored: string): SearchResults {
  try {
    return resultsSchema.parse(JSON.parse(stored))
  } catch {
    return NO_RESULTS
  }
}
