import { MAX_QUANTITY } from '#lib/limits.ts'

/**
 * Maximum quantity: the stock, but at most 99 (S-119). At least 1, so that it stays a valid range.
 */
export function quantityLimit(stock: number | null): number {
  return Math.max(1, Math.min(stock ?? MAX_QUANTITY, MAX_QUANTITY))
}
