import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { showAlert } from '#stores/toast.ts'

/** Its module comes when there is something to tell (lost-part.ts). */
export const tellLostPart = (): void => showAlert(purchaseMessages.partLost, 'error')
