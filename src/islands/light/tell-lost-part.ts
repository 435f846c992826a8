import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { showAlert } from '#stores/toast.ts'

// Loaded only when there is something to tell (lost-part.ts).
showAlert(purchaseTexts.partLost, 'error')
