import type { ChoiceKind } from '#lib/catalogue/product.ts'
import type { Result } from '#lib/result.ts'

/** What a shopper chose of a product; a kind that it does not offer is absent. */
export type Choice = Partial<Record<ChoiceKind, string>>

/** What a product offers, by kind. */
export type Offered = Record<ChoiceKind, readonly string[]>

const KINDS: readonly ChoiceKind[] = ['ram', 'size', 'weight']

/** The text of cart_item.choice: `ram=8 GB|weight=1 kg`; no label has a stroke, lists are split by it. */
export function writeChoice(choice: Choice): string {
  return KINDS.filter((kind) => choice[kind] !== undefined)
    .map((kind) => `${kind}=${choice[kind]}`)
    .join('|')
}

export function readChoice(text: string): Choice {
  const choice: Choice = {}
  for (const part of text === '' ? [] : text.split('|')) {
    const kind = KINDS.find((known) => part.startsWith(`${known}=`))
    if (kind) choice[kind] = part.slice(kind.length + 1)
  }
  return choice
}

/** As people read it: `8 GB, 1 kg`. */
export function labelOf(choice: Choice): string {
  return KINDS.flatMap((kind) => choice[kind] ?? []).join(', ')
}

/** The wanted choice, if it is one of each kind that is offered and of no other; else what is wrong. */
export function checkChoice(offered: Offered, wanted: Choice): Result<Choice, ChoiceKind> {
  const choice: Choice = {}
  for (const kind of KINDS) {
    const [first, ...others] = offered[kind]
    // The only one of its kind needs no choosing.
    const label = wanted[kind] || (others.length === 0 && first) || ''
    if (label === '' && first === undefined) continue
    if (!offered[kind].includes(label)) return { ok: false, error: kind }
    choice[kind] = label
  }
  return { ok: true, value: choice }
}
