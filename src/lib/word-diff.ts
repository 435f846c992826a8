/** A run of words that occurs in both texts, only in the old one, or only in the new one. */
export type DiffPart = { text: string; is: 'same' | 'gone' | 'came' }

/**
 * If more words than this differ, they are all marked: comparing them would take quadratic time.
 */
const MAX_WORDS = 600
/** How many characters of an unchanged run are shown beside a difference. */
const CONTEXT = 60

/** The differences between two texts, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  const most = Math.min(old.length, now.length) - start
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  const middle = [old.slice(start, old.length - end), now.slice(start, now.length - end)] as const
  return joined([
    ...old.slice(0, start).map((text) => ({ text, is: 'same' as const })),
    ...compare(...middle),
    ...old.slice(old.length - end).map((text) => ({ text, is: 'same' as const })),
  ])
}

/** The same, with long unchanged runs cut down to what is next to a difference. */
export function shortDiff(before: string, after: string): DiffPart[] {
  const parts = diffWords(before, after)
  return parts.map((part, at) => {
    if (part.is !== 'same' || part.text.length <= 2 * CONTEXT) return part
    const head = at === 0 ? '' : part.text.slice(0, CONTEXT)
    const tail = at === parts.length - 1 ? '' : part.text.slice(-CONTEXT)
    return { ...part, text: `${head} … ${tail}` }
  })
}

/** Splits a text into words with the space after them; `|` also ends a word. */
const wordsOf = (text: string): string[] => text.match(/[^\s|]+[\s|]*|[\s|]+/g) ?? []

function compare(old: string[], now: string[]): DiffPart[] {
  const gone = old.map((text): DiffPart => ({ text, is: 'gone' }))
  const came = now.map((text): DiffPart => ({ text, is: 'came' }))
  if (old.length === 0 || now.length === 0 || old.length + now.length > MAX_WORDS) {
    return [...gone, ...came]
  }
  const common = commonLengths(old, now)
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    const [one, other] = [gone[i], came[j]]
    if (!one || !other) break
    if (one.text === other.text) {
      parts.push({ text: one.text, is: 'same' })
      ;[i, j] = [i + 1, j + 1]
    } else if (lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1)) {
      parts.push(one)
      i++
    } else {
      parts.push(other)
      j++
    }
  }
  return [...parts, ...gone.slice(i), ...came.slice(j)]
}

/** Length of the longest common subsequence of the words from each pair of positions on. */
function commonLengths(old: string[], now: string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array<number>(now.length + 1).fill(0),
  )
  for (let i = old.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? []
    for (let j = now.length - 1; j >= 0; j--) {
      const isSame = old[i] === now[j]
      const longer = Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1))
      row[j] = isSame ? lengthAt(lengths, i + 1, j + 1) + 1 : longer
    }
  }
  return lengths
}

const lengthAt = (lengths: number[][], i: number, j: number) => lengths[i]?.[j] ?? 0

function joined(parts: DiffPart[]): DiffPart[] {
  const runs: DiffPart[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last?.is === part.is) last.text += part.text
    else runs.push({ ...part })
  }
  return runs
}
