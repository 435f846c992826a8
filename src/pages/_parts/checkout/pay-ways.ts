import type { PayWays } from '#islands/checkout/PayStep.tsx'
import { proofOf } from '#lib/checkout/proof-links.ts'
import type { Payments } from '#lib/server/payments/payments.ts'

type Who = { isGuest: boolean; isConfirmed: boolean }
type Wish = { wantsCod: boolean; asksCode: boolean }

/** The ways to pay, and what comes before cash where the shop takes it from confirmed accounts alone (G22). */
export function payWays({ provider, settings }: Payments, who: Who, wish: Wish): PayWays {
  const { cashOnDelivery, cashUnconfirmed, messages } = settings
  const isFree = who.isConfirmed || cashUnconfirmed || messages !== 'off'
  const hasCod = cashOnDelivery && (isFree || !who.isGuest)
  return {
    ...{ provider: provider.name, hasCod, asksCode: wish.asksCode },
    isCod: hasCod && wish.wantsCod,
    ...(cashOnDelivery && !isFree && { beforeCash: proofOf(who.isGuest) }),
  }
}
