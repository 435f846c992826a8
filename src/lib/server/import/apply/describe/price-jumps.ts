import { findLabel } from '#lib/catalogue/pack-label.ts'
import type { FieldChange } from './describe-changes.ts'
import { readPackTexts } from './pack-text.ts'

/** A price that changes by this factor is looked at twice. */
export const JUMP = 3

export type Jump = { name: string; old: number; new: number }

/** Prices that change by a factor, of products that are there: one of each, where it has packs that pack's. */
export function priceJumps(changes: readonly FieldChange[]): Jump[] {
  const jumps = new Map<string, Jump>()
  for (const change of changes) {
    if (!change.old || !change.new) continue
    const jump = change.field === 'packs' ? packJump(change) : priceJump(change)
    if (jump && (change.field === 'packs' || !jumps.has(change.sku))) jumps.set(change.sku, jump)
  }
  return [...jumps.values()]
}

function priceJump(change: FieldChange): Jump | undefined {
  if (change.field !== 'price') return undefined
  return jumpOf(productName(change), Number(change.old), Number(change.new))
}

function packJump(change: FieldChange): Jump | undefined {
  const before = new Map(readPackTexts(change.old).map(({ label, price }) => [label, price]))
  for (const { label, price } of readPackTexts(change.new)) {
    const old = before.get(findLabel([...before.keys()], label) ?? '')
    const jump = old && jumpOf(`${productName(change)} ${label}`, old, price)
    if (jump) return jump
  }
  return undefined
}

function jumpOf(name: string, before: number, after: number): Jump | undefined {
  return isFar(before, after) ? { name, old: before, new: after } : undefined
}

const isFar = (before: number, after: number) => after > before * JUMP || after * JUMP < before

/** What a change is of, as shoppers call it. */
export const productName = ({ what }: FieldChange): string => what.replace(/^product /, '')
