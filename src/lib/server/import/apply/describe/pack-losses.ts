import { matchPacks } from '#lib/server/import/apply/pack-renames.ts'
import type { FieldChange } from './describe-changes.ts'
import { readPackTexts } from './pack-text.ts'
import { productName } from './price-jumps.ts'

/** Products of which something is said, and what, of the first few. */
export type Told = { count: number; named: string[] }

const NAMED = 3

/** Products that would lose packs, or all of them; as many others in their places are renamed ones. */
export const lostPacks = (changes: readonly FieldChange[]): Told =>
  tell(changes, ({ field, old, new: now }) => {
    const [before, after] = [readPackTexts(old), readPackTexts(now)]
    if (field !== 'packs' || now === null || after.length === before.length) return []
    return labelsWithout(before, matchPacks(after, before))
  })

/** Products with packs that would have others beside them. */
export const addedPacks = (changes: readonly FieldChange[]): Told =>
  tell(changes, ({ field, old, new: now }) => {
    const [before, after] = [readPackTexts(old), readPackTexts(now)]
    if (field !== 'packs' || before.length === 0) return []
    return labelsWithout(after, matchPacks(before, after))
  })

const labelsWithout = (packs: readonly { label: string }[], found: ReadonlyMap<string, unknown>) =>
  packs.flatMap(({ label }) => (found.has(label) ? [] : [label]))

/** Products whose stock, or that of a pack, was counted and would be no longer. */
export const uncounted = (changes: readonly FieldChange[]): Told =>
  tell(changes, ({ field, old, new: now }) => {
    if (field === 'stock') return old && now === '' ? [''] : []
    if (field !== 'packs') return []
    const before = matchPacks(readPackTexts(old), readPackTexts(now))
    return readPackTexts(now).flatMap(({ label, isCounted }) =>
      before.get(label)?.isCounted && !isCounted ? [label] : [],
    )
  })

/** Goes through the changes of products that are there. */
function tell(changes: readonly FieldChange[], labelsOf: (change: FieldChange) => string[]): Told {
  const found = changes.flatMap((change) => {
    const labels = change.old === null ? [] : labelsOf(change)
    return labels.length > 0 ? [`${productName(change)} ${labels.join(', ')}`.trim()] : []
  })
  return { count: found.length, named: found.slice(0, NAMED) }
}
