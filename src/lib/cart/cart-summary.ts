/** Number of units and total, all that the header shows of a cart (S-026). */
export type CartSummary = { count: number; totalRupees: number }

export const EMPTY_SUMMARY: CartSummary = Object.freeze({ count: 0, totalRupees: 0 })

/** Reads a stored summary. Without a schema library, as every page runs this at once. */
export function decodeSummary(stored: string | null): CartSummary {
  const [, count, total] = /^(\d{1,5}) (\d{1,9}(?:\.\d{1,2})?)$/.exec(stored ?? '') ?? []
  return count ? { count: Number(count), totalRupees: Number(total) } : EMPTY_SUMMARY
}

/** Writes a summary to be stored. */
export function encodeSummary({ count, totalRupees }: CartSummary): string {
  return `${count} ${totalRupees}`
}
