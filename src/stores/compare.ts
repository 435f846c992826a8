import { persistentAtom } from '@nanostores/persistent'
import { COMPARED_KEY } from '#lib/browser/trace-keys.ts'
import { decodeCompared, NONE_COMPARED } from '#lib/catalogue/compared.ts'
import { COMPARED_PRODUCTS } from '#lib/limits.ts'
import type { Result } from '#lib/result.ts'

/** Ids of the products that this shopper compares, at most four. */
export const $compared = persistentAtom<readonly string[]>(COMPARED_KEY, NONE_COMPARED, {
  encode: JSON.stringify,
  decode: decodeCompared,
})

/** Puts a product beside the others; it is refused when there is no room. */
export function compareProduct(id: string): Result<readonly string[], 'compareFull'> {
  const ids = $compared.get()
  if (ids.includes(id)) return { ok: true, value: ids }
  if (ids.length >= COMPARED_PRODUCTS) return { ok: false, error: 'compareFull' }
  $compared.set([...ids, id])
  return { ok: true, value: $compared.get() }
}

/** Compares just these, as an address or a link of /compare says. */
export function compareOnly(ids: readonly string[]): void {
  $compared.set(ids)
}
