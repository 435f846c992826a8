import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { showAlert } from '#stores/toast.ts'

/** The smaller of both quantities. If fewer are left than wanted, an alert says so. */
export function limitQuantity(max: number, wanted: number): number {
  if (wanted > max) showAlert(purchaseTexts.atMost(max), 'error')
  return Math.min(wanted, max)
}
