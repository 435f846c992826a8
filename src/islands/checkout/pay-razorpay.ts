import * as z from 'zod/mini'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { PaymentEnd } from '#lib/checkout/checkout-answers.ts'

/**
 * What Standard Checkout returns: outside data, which proves nothing until the server has checked
 * it.
 */
const proofSchema = z.object({
  razorpay_payment_id: z.string(),
  razorpay_signature: z.string(),
})

type Options = {
  key: string
  order_id: string
  amount: number
  currency: string
  name: string
  description: string
  prefill: AttemptAnswer['prefill']
  handler: (response: unknown) => void
  modal: { ondismiss: () => void; confirm_close: boolean }
  theme: { color: string }
}
type Checkout = { open: () => void }
declare global {
  interface Window {
    Razorpay?: new (options: Options) => Checkout
  }
}

/** How long the provider's script may take to load. */
const LOAD_MS = 15_000

/**
 * Opens Razorpay's Standard Checkout. Its script is loaded on Pay and never before (P11). Failed
 * tries stay inside its window, which lets the shopper try again (F21).
 */
export async function openRazorpayCheckout(
  script: string,
  attempt: AttemptAnswer,
): Promise<PaymentEnd> {
  if (!(await load(script)) || !window.Razorpay) return { kind: 'missing' }
  const { Razorpay } = window
  return new Promise((resolve) => {
    const { key, orderid, amount, currency, name, description, prefill } = attempt
    const checkout = new Razorpay({
      ...{ key, order_id: orderid, amount, currency, name, description, prefill },
      handler(response) {
        const proof = proofSchema.safeParse(response)
        resolve(
          proof.success
            ? {
                kind: 'paid',
                paymentid: proof.data.razorpay_payment_id,
                signature: proof.data.razorpay_signature,
              }
            : { kind: 'unknown' },
        )
      },
      modal: { ondismiss: () => resolve({ kind: 'closed' }), confirm_close: true },
      theme: { color: '#175c38' },
    })
    checkout.open()
  })
}

function load(script: string): Promise<boolean> {
  if (window.Razorpay) return Promise.resolve(true)
  return new Promise((resolve) => {
    const element = document.createElement('script')
    const timer = setTimeout(() => resolve(false), LOAD_MS)
    const end = (isLoaded: boolean) => {
      clearTimeout(timer)
      // Let the next try load it again.
      if (!isLoaded) element.remove()
      resolve(isLoaded)
    }
    element.addEventListener('load', () => end(true))
    element.addEventListener('error', () => end(false))
    element.src = script
    document.head.append(element)
  })
}
