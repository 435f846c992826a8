import { foldLetters } from '#lib/fold-letters.ts'
import { SEARCH_TEXT_LENGTH } from '#lib/limits.ts'
import { parseMeasure } from '#lib/catalogue/unit-price.ts'

/** The most words of a search that are looked for (A04). */
const MAX_WORDS = 8

const MEASURE = /(\d{1,6}(?:\.\d{1,3})?)\s*(\p{L}[\p{L}\p{M}]{0,11})(?![\p{L}\p{M}\d])/gu
/** Units as they are typed, by those that packs state (unit-price.ts). */
const TYPED_UNITS: Record<string, string[]> = {
  kg: ['kilo', 'kilos', 'kilogram', 'kilograms', 'किलो', 'किग्रा', 'किलोग्राम', 'केजी'],
  g: ['ग्राम', 'ग्रा'],
  l: ['lit', 'liter', 'liters', 'ltrs', 'लीटर', 'लिटर'],
  ml: ['milliliter', 'millilitre', 'मिली', 'मिलीलीटर', 'एमएल'],
}
const UNITS = new Map(
  Object.entries(TYPED_UNITS).flatMap(([unit, typed]) =>
    typed.map((word) => [word, unit] as const),
  ),
)
/** A weight or volume as `spell` writes it, letters, or digits: `7up` is two words, like `7 up`. */
const WORD = /\d+(?:_\d+)?_(?:g|ml)|[\p{L}\p{M}]+|\p{N}+/gu
const FILLERS = new Set(['and', 'by', 'for', 'from', 'in', 'of', 'or', 'the', 'to', 'with'])

/**
 * The words by which a text is found: without case and accents, and with every weight and volume in
 * one spelling, so that `1kg`, `1 Kg` and `1000 g` are the same word.
 */
export function toWords(text: string): string[] {
  const words = foldLetters(text).replace(MEASURE, spell).match(WORD) ?? []
  return words.filter((word) => !FILLERS.has(word))
}

/** The words of what a shopper typed: the first eight of the first hundred characters (A04). */
export function toQueryWords(text: string): string[] {
  const cut = text.slice(0, SEARCH_TEXT_LENGTH)
  const words = toWords(cut)
  // Whoever has typed `on` may want onions: a filler counts while it is the only word.
  const wanted =
    words.length > 0 ? words : [cut.trim().toLowerCase()].filter((word) => FILLERS.has(word))
  return [...new Set(wanted)].slice(0, MAX_WORDS)
}

/** Whether a word is a weight or volume. */
export const isAmount = (word: string): boolean => /^\d+(_\d+)?_(g|ml)$/.test(word)

/** Puts amounts last, so that the words which name a thing decide the ranks. */
export const namesFirst = (words: string[]): string[] => [
  ...words.filter((word) => !isAmount(word)),
  ...words.filter(isAmount),
]

/** The word with each two neighbours swapped: one mistake, which counts as two edits elsewhere. */
export function transpositions(word: string): string[] {
  const found = new Set<string>()
  for (let at = 0; at + 1 < word.length; at++) {
    found.add(word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2))
  }
  found.delete(word)
  return [...found]
}

/** Whether one word becomes the other by adding, removing or changing one letter, or by swapping two. */
export function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const isSameFrom = (inA: number, inB: number) => a.slice(start + inA) === b.slice(start + inB)
  if (a.length < b.length) return isSameFrom(0, 1)
  if (a.length > b.length) return isSameFrom(1, 0)
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start]
  return isSameFrom(1, 1) || (isSwapped && isSameFrom(2, 2))
}

function spell(text: string, amount: string, unit: string): string {
  const measure = parseMeasure(`${amount} ${UNITS.get(unit) ?? unit}`)
  return measure ? ` ${String(measure.amount).replace('.', '_')}_${measure.unit} ` : text
}
