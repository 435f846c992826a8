import { MAX_QUANTITY } from '#lib/limits.ts'

/**
 * Maximum quantity: the stock, but at most 99 (S-119). At least 1, so that it stays a valid range.
 */
export function quantityLimit(stock: number | null): number {
  return Math.max(1, Math.min(stock ?? MAX_QUANTITY, MAX_QUANTITY))
}

/** Whether a line of the cart holds as many as it can. */
export const isFull = ({ quantity, stock }: { quantity: number; stock: number | null }): boolean =>
  quantity >= quantityLimit(stock)
