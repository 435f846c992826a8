import { CHANGES_A_PAGE, type ChangeKind, type ChangeView } from '#lib/desk/changes.ts'
import { kindOfChange } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'

/** How many changes there are of each kind, in the order of the kinds. */
export type KindCounts = Partial<Record<ChangeKind, number>>
/** A page of the changes that are looked for. */
export type FoundChanges = {
  changes: FieldChange[]
  total: number
  page: number
  pageCount: number
  kinds: KindCounts
}

/** The changes of a kind, with a word in them, perhaps the largest first: a page of them. */
export function findChanges(all: readonly FieldChange[], view: ChangeView): FoundChanges {
  const kinds: KindCounts = {}
  const word = view.q?.toLowerCase() ?? ''
  // An amount is looked for as it is shown, `12,999`, or as it is kept.
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
  [what, sku, field, old ?? '', now ?? ''].some((text) => {
    const small = text.toLowerCase()
    return words.some((word) => small.includes(word))
  })

function bySize(changes: FieldChange[]): FieldChange[] {
  const sized = changes.map((change) => ({ change, size: sizeOf(change) }))
  return sized.sort((a, b) => b.size - a.size).map(({ change }) => change)
}

/** By what part a number changes; of texts how much longer or shorter they are, which counts less. */
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
