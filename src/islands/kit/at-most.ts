import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { showAlert } from '#stores/toast.ts'

/** As many as are wanted, or as there are; that these are fewer is said. */
export function atMost(max: number, wanted: number): number {
  if (wanted > max) showAlert(purchaseMessages.atMost(max), 'error')
  return Math.min(wanted, max)
}
