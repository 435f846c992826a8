import type { ChangeKind } from '#lib/desk/changes.ts'
import { isSame } from '#lib/server/import/apply/change-log.ts'
import { matchPacks } from '#lib/server/import/apply/pack-renames.ts'
import type { Counted } from './undo-entries.ts'
import type { ImportedPack } from '#lib/server/import/read/product/product.ts'

export type Packs = {
  before: ImportedPack[]
  after: ImportedPack[]
  now: ImportedPack[]
  /** Packs that somebody has counted since. */
  counted: Counted
}
/** The packs before and after a later import. */
export type LaterPacks = { before: ImportedPack[]; after: ImportedPack[] }
type Kinds = ReadonlySet<ChangeKind> | undefined

const PRICES = ['price_paise', 'oldprice_paise', 'sale_paise'] as const

/** The number of units before, minus those sold since; undefined if more were sold than there were. */
export function sold(before: unknown, after: unknown, now: unknown): { is: unknown } | undefined {
  if (typeof after !== 'number' || typeof now !== 'number') return undefined
  if (typeof before !== 'number') return { is: before }
  const left = before - (after - now)
  return left >= 0 ? { is: left } : undefined
}

/** Packs to restore; `isPart` if some stay because they were changed later. */
type Back = { packs: ImportedPack[]; isPart: boolean }

/**
 * The packs as they were before, pack by pack, so that later changes of other packs, or of prices or stock alone,
 * stay. If packs were added or removed, they are restored as a whole.
 * @returns undefined if that would overwrite a later change
 */
export function packsBefore(packs: Packs, later: LaterPacks[], kinds: Kinds): Back | undefined {
  const { before, after, now, counted } = packs
  const names = (some: ImportedPack[]) => some.map(({ label }) => label)
  const isSameSet = isSame(names(before), names(after)) && isSame(names(after), names(now))
  if (!isSameSet) {
    const isPart = kinds !== undefined && !(kinds.has('prices') && kinds.has('stock'))
    const others = isPart || later.length > 0 || counted.size > 0 ? undefined : otherPacks(packs)
    return others && { packs: others, isPart: false }
  }
  const parts = now.flatMap((pack, at) => {
    const [was, made] = [before[at], after[at]]
    if (!was || !made) return []
    const of = { was, made, now: pack, isCounted: counted.has(pack.label) }
    const prices = !kinds || kinds.has('prices') ? pricesBefore(of) : {}
    const stock = !kinds || kinds.has('stock') ? packStockBefore(of, later) : {}
    return { pack: { ...pack, ...prices, ...stock }, isWhole: Boolean(prices && stock) }
  })
  return { packs: parts.map(({ pack }) => pack), isPart: parts.some(({ isWhole }) => !isWhole) }
}

type Pack = { was: ImportedPack; made: ImportedPack; now: ImportedPack; isCounted: boolean }

/** The earlier prices of a pack, which belong together; undefined if one of them was changed later. */
function pricesBefore({ was, made, now }: Pack): Partial<ImportedPack> | undefined {
  const changed = PRICES.filter((field) => was[field] !== made[field] && now[field] !== was[field])
  if (changed.some((field) => now[field] !== made[field])) return undefined
  return Object.fromEntries(changed.map((field) => [field, was[field]]))
}

/** The earlier stock of a pack; undefined if it was counted or changed later, or more was sold than there was. */
function packStockBefore(
  { was, made, now, isCounted }: Pack,
  later: LaterPacks[],
): Partial<ImportedPack> | undefined {
  if (was.stock === made.stock || now.stock === was.stock) return {}
  if (isCounted) return undefined
  if (now.stock === made.stock) return { stock: was.stock }
  const stockOf = (some: ImportedPack[]) => some.find(({ label }) => label === now.label)?.stock
  if (later.some((one) => stockOf(one.before) !== stockOf(one.after))) return undefined
  const stock = sold(was.stock, made.stock, now.stock)
  return stock && { stock: typeof stock.is === 'number' ? stock.is : null }
}

/**
 * Labels of packs (`''` for the product itself) whose stocks an undo changes; for renamed packs, the label they
 * get.
 */
export function movedStocks(now: Shelf, wanted: Shelf): string[] {
  const [before, after] = [shelfSlots(now), shelfSlots(wanted)]
  const were = matchPacks(before, after)
  const kept = new Set(were.values())
  const gone = before.filter((slot) => !kept.has(slot))
  const moved = after.filter(({ label, stock }) => were.get(label)?.stock !== stock)
  return [...gone, ...moved].map(({ label }) => label)
}

type Shelf = { packs: Pick<ImportedPack, 'label' | 'stock'>[]; stock: number | null }
/** The stocks of a product: its packs', or its own under an empty label. */
export const shelfSlots = ({ packs, stock }: Shelf) =>
  packs.length > 0 ? packs : [{ label: '', stock }]

type Stocked = { packs: ImportedPack[]; stock: unknown }

/**
 * The single stock that a product had before an import added or removed packs, minus what was sold since;
 * unchanged if nothing was sold, `undefined` if that cannot be determined.
 */
export function stockBefore(
  before: Stocked,
  after: Stocked,
  now: Stocked,
): { is: unknown } | undefined {
  const [was, made, is] = [before, after, now].map(stocksOf)
  if (isSame(made, is)) return { is: was?.[0] }
  if (was?.length !== 1 || made?.length !== 1 || is?.length !== 1) return undefined
  return sold(was[0], made[0], is[0])
}

const stocksOf = ({ packs, stock }: Stocked): unknown[] =>
  packs.length > 0 ? packs.map((pack) => pack.stock) : [stock ?? null]

/** If packs were added or removed, they are restored as a whole; undefined if that is not possible. */
function otherPacks({ before, after, now }: Packs): ImportedPack[] | undefined {
  const unsold = (packs: ImportedPack[]) => packs.map((pack) => ({ ...pack, stock: null }))
  if (!isSame(unsold(after), unsold(now))) return undefined
  const packs: ImportedPack[] = []
  const became = matchPacks(after, before)
  for (const pack of before) {
    const at = after.findIndex(({ label }) => label === became.get(pack.label)?.label)
    const then = after[at]?.stock
    const stock =
      then === now[at]?.stock ? { is: pack.stock } : sold(pack.stock, then, now[at]?.stock)
    if (!stock) return undefined
    packs.push({ ...pack, stock: typeof stock.is === 'number' ? stock.is : null })
  }
  return packs
}
