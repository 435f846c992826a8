/** Number of units and their total: all that the header shows of a cart (S-026). */
export type CartSummary = { count: number; totalRupees: number }

export const EMPTY_SUMMARY: CartSummary = Object.freeze({ count: 0, totalRupees: 0 })

/** Without a schema, as every page reads it at once. */
export function decodeSummary(stored: string | null): CartSummary {
  const [, count, total] = /^(\d{1,5}) (\d{1,9}(?:\.\d{1,2})?)$/.exec(stored ?? '') ?? []
  return count ? { count: Number(count), totalRupees: Number(total) } : EMPTY_SUMMARY
}

export function encodeSummary({ count, totalRupees }: CartSummary): string {
  return `${count} ${totalRupees}`
}
