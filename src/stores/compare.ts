import { persistentAtom } from '@nanostores/persistent'
import { COMPARED_KEY } from '#lib/browser/trace-keys.ts'
import { decodeCompared, NONE_COMPARED } from '#lib/catalogue/compared.ts'
import { COMPARED_PRODUCTS } from '#lib/limits.ts'
import type { Result } from '#lib/result.ts'

/** Ids of the products being compared, at most four. */
export const $compared = persistentAtom<readonly string[]>(COMPARED_KEY, NONE_COMPARED, {
  encode: JSON.stringify,
  decode: decodeCompared,
})

/** Adds a product to the comparison, unless it is full. */
export function addToComparison(id: string): Result<readonly string[], 'compareFull'> {
  const ids = $compared.get()
  if (ids.includes(id)) return { ok: true, value: ids }
  if (ids.length >= COMPARED_PRODUCTS) return { ok: false, error: 'compareFull' }
  $compared.set([...ids, id])
  return { ok: true, value: $compared.get() }
}

/** Replaces the compared products, as an address or link of /compare demands. */
export function compareOnly(ids: readonly string[]): void {
  $compared.set(ids)
}
