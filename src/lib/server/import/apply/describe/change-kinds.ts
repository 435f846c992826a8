import type { ChangeKind } from '#lib/desk/changes.ts'
import type { FieldChange } from './describe-changes.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Matches fields of the log as well as columns of the files. */
const PRICES = /^(price|oldprice|cost|sale|saleprice|salefrom|saleuntil)(_|$)/

/** Whether a field of a product holds amounts: prices, stocks or packs, which have both. */
export const hasAmounts = (field: string): boolean =>
  field === 'packs' || field === 'stock' || PRICES.test(field)

/** The kind of change of a logged field. Packs count as `prices`, even if their stocks change. */
export function kindOfField({ kind, before, after }: LoggedChange, field: string): ChangeKind {
  if (kind === 'category') return 'categories'
  if (kind !== 'product') return 'shop'
  if (before === null) return 'new'
  if (field === 'withdrawn_at') return 'withdrawn'
  // The choice of packs changes together with the packs.
  const isPacks = PACKS.has(field) && 'packs' in (after ?? {})
  if (field === 'packs' || isPacks || PRICES.test(field)) return 'prices'
  if (field === 'stock') return 'stock'
  return field === 'images' ? 'pictures' : 'texts'
}

const PACKS = new Set(['pack_kind', 'rams', 'sizes', 'weights'])

/** The kind of a change that is described for editors. Packs of which only stocks change count as `stock`. */
export function kindOfChange({ what, field, old, new: now }: FieldChange): ChangeKind {
  if (what.startsWith('category ')) return 'categories'
  if (!what.startsWith('product ')) return 'shop'
  if (old === null) return 'new'
  if (field === 'on sale') return 'withdrawn'
  if (field === 'packs') return unsold(old) === unsold(now ?? '') ? 'stock' : 'prices'
  if (PRICES.test(field)) return 'prices'
  if (field === 'stock') return 'stock'
  return field === 'images' ? 'pictures' : 'texts'
}

const unsold = (packs: string) => packs.replaceAll(/, \d+ in stock/g, '')
