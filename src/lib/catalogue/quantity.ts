import { MAX_QUANTITY } from '#lib/limits.ts'

/** How many units may be asked for: as many as are left, and 99 (S-119). At least 1, to be a range. */
export function quantityLimit(stock: number | null): number {
  return Math.max(1, Math.min(stock ?? MAX_QUANTITY, MAX_QUANTITY))
}
