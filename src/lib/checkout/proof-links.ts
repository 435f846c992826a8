import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import { LIFTED_REFUSALS } from './refusals.ts'

/** What the shop wants first of a guest, and of an account whose mail address is unconfirmed. */
export type BuyerProof = 'account' | 'mail'

/** Where that is done, and back to the checkout. */
export const PROOF_PATHS: Record<BuyerProof, string> = {
  account: '/signin?next=/checkout',
  mail: '/verifyotp?next=/checkout',
}

/** Which of them it is. */
export const proofOf = (isGuest: boolean): BuyerProof => (isGuest ? 'account' : 'mail')

/** The link that stands beside a refusal and leads out of it, if there is one. */
export const wayOut = (code: string | undefined, isGuest: boolean) => {
  if (code === undefined || !LIFTED_REFUSALS.includes(code)) return undefined
  const proof = proofOf(isGuest)
  return { href: PROOF_PATHS[proof], text: checkoutTexts.proofs[proof] }
}
