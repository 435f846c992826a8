import type { FieldChange } from './describe-changes.ts'
import type { Told } from './pack-losses.ts'
import { productName } from './price-jumps.ts'

const NAMED = 3
/** Letters, and the signs on them, of scripts other than Latin. */
const OTHER_LETTERS = /(?!\p{Script=Latin})[\p{L}\p{M}]/gu
const MARKS = /\?/g

/** Things of which letters became question marks: a spreadsheet saves a plain CSV file without those it cannot write. */
export function lostLetters(changes: readonly FieldChange[]): Told {
  const names = new Map<string, string>()
  for (const change of changes.filter(isLost)) {
    const { sku, what, field, old } = change
    // The change is described by its new name, which may be lost itself.
    const name = field === 'name' && old ? old : productName(change)
    names.set(sku || what, field === 'name' ? name : (names.get(sku || what) ?? name))
  }
  return { count: names.size, named: [...names.values()].slice(0, NAMED) }
}

function isLost({ old, new: now }: FieldChange): boolean {
  if (!old || !now?.includes('??')) return false
  const lost = countOf(OTHER_LETTERS, old) - countOf(OTHER_LETTERS, now)
  return lost > 0 && countOf(MARKS, now) > countOf(MARKS, old) + 1
}

const countOf = (letters: RegExp, text: string): number => text.match(letters)?.length ?? 0
