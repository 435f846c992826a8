import { matchPacks } from '#lib/server/import/apply/pack-renames.ts'
import type { FieldChange } from './describe-changes.ts'
import { readPackTexts } from './pack-text.ts'
import { productName } from './price-jumps.ts'

/** How many products something is said about, and the first few, by name. */
export type Told = { count: number; named: string[] }

const NAMED = 3

/** Products that would lose packs, or all of them. If as many packs replace them, they count as renamed. */
export const lostPacks = (changes: readonly FieldChange[]): Told =>
  tell(changes, ({ field, old, new: now }) => {
    const [before, after] = [readPackTexts(old), readPackTexts(now)]
    if (field !== 'packs' || now === null || after.length === before.length) return []
    return labelsWithout(before, matchPacks(after, before))
  })

/** Products with packs that would get additional ones. */
export const addedPacks = (changes: readonly FieldChange[]): Told =>
  tell(changes, ({ field, old, new: now }) => {
    const [before, after] = [readPackTexts(old), readPackTexts(now)]
    if (field !== 'packs' || before.length === 0) return []
    return labelsWithout(after, matchPacks(before, after))
  })

const labelsWithout = (packs: readonly { label: string }[], found: ReadonlyMap<string, unknown>) =>
  packs.flatMap(({ label }) => (found.has(label) ? [] : [label]))

/** Products of which a stock that was counted would no longer be, their own or that of a pack. */
export const uncounted = (changes: readonly FieldChange[]): Told =>
  tell(changes, ({ field, old, new: now }) => {
    if (field === 'stock') return old && now === '' ? [''] : []
    if (field !== 'packs') return []
    const before = matchPacks(readPackTexts(old), readPackTexts(now))
    return readPackTexts(now).flatMap(({ label, isCounted }) =>
      before.get(label)?.isCounted && !isCounted ? [label] : [],
    )
  })

/** Collects existing products for which `labelsOf` returns anything. */
function tell(changes: readonly FieldChange[], labelsOf: (change: FieldChange) => string[]): Told {
  const found = changes.flatMap((change) => {
    const labels = change.old === null ? [] : labelsOf(change)
    return labels.length > 0 ? [`${productName(change)} ${labels.join(', ')}`.trim()] : []
  })
  return { count: found.length, named: found.slice(0, NAMED) }
}
