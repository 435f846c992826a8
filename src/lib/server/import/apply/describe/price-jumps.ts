import { findLabel } from '#lib/catalogue/pack-label.ts'
import type { FieldChange } from './describe-changes.ts'
import { readPackTexts } from './pack-text.ts'

/** A price that changes by this factor is looked at twice. */
export const JUMP = 3

export type Jump = { name: string; old: number; new: number }

/** Prices that change by a factor, of products that are there: where one has packs, that of a pack. */
export function priceJumps(changes: readonly FieldChange[]): Jump[] {
  const ofPacks = changes.flatMap((change) => packJump(change) ?? [])
  const told = new Set(ofPacks.map(({ sku }) => sku))
  // The price of a product is that of its first pack.
  const others = changes.filter(({ sku }) => !told.has(sku))
  return [...ofPacks, ...others.flatMap((change) => priceJump(change) ?? [])]
}

function priceJump(change: FieldChange): Jump | undefined {
  const { field, old, new: now } = change
  if (field !== 'price' || !old || !now) return undefined
  return jumpOf(productName(change), Number(old), Number(now))
}

function packJump(change: FieldChange): (Jump & { sku: string }) | undefined {
  if (change.field !== 'packs') return undefined
  const before = new Map(readPackTexts(change.old).map(({ label, price }) => [label, price]))
  for (const { label, price } of readPackTexts(change.new)) {
    const old = before.get(findLabel([...before.keys()], label) ?? '')
    const jump = old && jumpOf(`${productName(change)} ${label}`, old, price)
    if (jump) return { ...jump, sku: change.sku }
  }
  return undefined
}

function jumpOf(name: string, before: number, after: number): Jump | undefined {
  return isFar(before, after) ? { name, old: before, new: after } : undefined
}

const isFar = (before: number, after: number) => after > before * JUMP || after * JUMP < before

/** What a change is of, as shoppers call it. */
export const productName = ({ what }: FieldChange): string => what.replace(/^product /, '')
