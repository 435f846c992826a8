import { CHANGES_A_PAGE, type ChangeKind, type ChangeView } from '#lib/desk/changes.ts'
import { kindOfChange } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import { changeTexts } from '#lib/texts/page/import/desk-changes.ts'

/** How many changes there are of each kind. */
export type KindCounts = Partial<Record<ChangeKind, number>>
/** One page of the changes that match a search. */
export type FoundChanges = {
  changes: FieldChange[]
  total: number
  page: number
  pageCount: number
  kinds: KindCounts
}

/** One page of the changes of a kind that contain the searched word, the largest first if so wanted. */
export function findChanges(all: readonly FieldChange[], view: ChangeView): FoundChanges {
  const kinds: KindCounts = {}
  const word = view.q?.toLowerCase() ?? ''
  // Amounts are found both as shown, `12,999`, and as stored.
  const words = [word, word.replaceAll(/(?<=\d),(?=\d)/g, '')]
  let found = all.filter((change) => {
    const kind = kindOfChange(change)
    kinds[kind] = (kinds[kind] ?? 0) + 1
    return (!view.kind || kind === view.kind) && (word === '' || hasWord(change, words))
  })
  if (view.sort === 'size') found = bySize(found)
  const pageCount = Math.max(1, Math.ceil(found.length / CHANGES_A_PAGE))
  const page = Math.min(view.page ?? 1, pageCount)
  const start = (page - 1) * CHANGES_A_PAGE
  const changes = found.slice(start, start + CHANGES_A_PAGE)
  return { changes, total: found.length, page, pageCount, kinds }
}

const hasWord = ({ what, sku, field, old, new: now }: FieldChange, words: string[]) =>
  [what, sku, field, changeTexts.fieldOf(what, field), old ?? '', now ?? ''].some((text) => {
    const small = text.toLowerCase()
    return words.some((word) => small.includes(word))
  })

function bySize(changes: FieldChange[]): FieldChange[] {
  const sized = changes.map((change) => ({ change, size: sizeOf(change) }))
  return sized.sort((a, b) => b.size - a.size).map(({ change }) => change)
}

/**
 * The factor by which a number changes. For other texts, the difference in length, scaled down to count less than
 * any number.
 */
function sizeOf({ old, new: now }: FieldChange): number {
  const [before, after] = [numberOf(old), numberOf(now)]
  if (before === undefined || after === undefined) {
    return Math.abs((now ?? '').length - (old ?? '').length) / 10_000
  }
  const [low, high] = before < after ? [before, after] : [after, before]
  return low <= 0 ? high : high / low
}

const numberOf = (text: string | null) =>
  text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
