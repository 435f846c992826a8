import type { Category, CategoryRef } from '#lib/catalogue/product.ts'
import { isNear, toQueryWords, toWords } from './search-words.ts'

/** A category; or a sub-category, with the category it belongs to. */
export type FoundCategory = CategoryRef & { within: CategoryRef | undefined }

const MAX_FOUND = 3

/**
 * The categories that a search may mean, the best first: those whose names have all its words, or whose words
 * are all in the search, as in `basmati rice 5 kg`; with `isWide` one word is enough.
 */
export function findCategories(
  categories: Category[],
  text: string,
  { isWide = false }: { isWide?: boolean } = {},
): FoundCategory[] {
  const words = toQueryWords(text)
  const found = listed(categories).map((category) => ({
    category,
    score: match(words, wordsOf(category.name), isWide),
  }))
  const kept = found.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  return kept.slice(0, MAX_FOUND).map(({ category }) => category)
}

/** A category as GET /api/search gives it. */
export function foundCategoryShape({ id, name, within }: FoundCategory) {
  return { _id: id, name, category: within?.id ?? '', catname: within?.name ?? '' }
}

/** Words of names, kept because they are the same for each search. */
const known = new Map<string, string[]>()
const MAX_KNOWN = 2000

function wordsOf(name: string): string[] {
  const words = known.get(name) ?? toWords(name)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(name, words)
  return words
}

function listed(categories: Category[]): FoundCategory[] {
  const tops = categories.map(({ id, name }) => ({ id, name, within: undefined }))
  const subs = categories.flatMap(({ id, name, children }) =>
    children.map((child) => ({ ...child, within: { id, name } })),
  )
  return [...tops, ...subs]
}

function match(words: string[], names: string[], isWide: boolean): number {
  let [sum, hits] = [0, 0]
  for (const word of words) {
    let best = 0
    for (const name of names) best = Math.max(best, likeness(word, name))
    sum += best
    if (best > 0) hits++
  }
  const isMeant = hits === words.length || hits >= names.length
  // Of two names with all the words, the shorter one matches better.
  return isMeant || isWide ? sum / (names.length + 1) : 0
}

/** 3 for the word itself, 2 if it begins the name, 1 for a typo, else 0. */
function likeness(word: string, name: string): number {
  if (word === name) return 3
  if (word.length > 1 && name.startsWith(word)) return 2
  return word.length > 3 && isNear(word, name) ? 1 : 0
}
