import { findLabel } from '#lib/catalogue/pack-label.ts'
import type { FieldChange } from './describe-changes.ts'
import { readPackTexts } from './pack-text.ts'

/** A price that changes by more than this factor raises an alarm. */
export const JUMP = 3

/** Prices that fall by this percentage or more raise an alarm if they are many. */
export const CUT = 30

export type Jump = { name: string; old: number; new: number }

/** Prices of existing products that change by more than `JUMP`; for a product with packs, that of one pack. */
export const priceJumps = (changes: readonly FieldChange[]): Jump[] => changedPrices(changes, isFar)

/** Products that would become cheaper by `CUT` percent or more. */
export const cutPrices = (changes: readonly FieldChange[]): Jump[] =>
  changedPrices(changes, (before, after) => after * 100 <= before * (100 - CUT))

type IsTold = (before: number, after: number) => boolean

function changedPrices(changes: readonly FieldChange[], isTold: IsTold): Jump[] {
  const ofPacks = changes.flatMap((change) => packJump(change, isTold) ?? [])
  const told = new Set(ofPacks.map(({ sku }) => sku))
  // A product's own price is that of its first pack, so it is not reported twice.
  const others = changes.filter(({ sku }) => !told.has(sku))
  return [...ofPacks, ...others.flatMap((change) => priceJump(change, isTold) ?? [])]
}

function priceJump(change: FieldChange, isTold: IsTold): Jump | undefined {
  const { field, old, new: now } = change
  if (field !== 'price' || !old || !now) return undefined
  if (!isTold(Number(old), Number(now))) return undefined
  return { name: productName(change), old: Number(old), new: Number(now) }
}

function packJump(change: FieldChange, isTold: IsTold): (Jump & { sku: string }) | undefined {
  if (change.field !== 'packs') return undefined
  const before = new Map(readPackTexts(change.old).map(({ label, price }) => [label, price]))
  for (const { label, price } of readPackTexts(change.new)) {
    const old = before.get(findLabel([...before.keys()], label) ?? '')
    if (old && isTold(old, price))
      return { name: `${productName(change)} ${label}`, old, new: price, sku: change.sku }
  }
  return undefined
}

const isFar: IsTold = (before, after) => after > before * JUMP || after * JUMP < before

/** The name of the product that a change is about. */
export const productName = ({ what }: FieldChange): string => what.replace(/^product /, '')
