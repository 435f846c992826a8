/**
 * Whether a barcode names the same product in every shop. Those that shops print for their scales,
 * coupons and receipts have prefixes of their own (GS1: restricted circulation numbers).
 */
export function isGlobalGtin(gtin: string): boolean {
  if (gtin === '') return false
  if (gtin.length === 8) return !/^[02]/.test(gtin)
  return !/^(2|0[245]|98[0-4]|99)/.test(gtin.padStart(13, '0').slice(-13))
}
