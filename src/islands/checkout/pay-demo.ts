import * as z from 'zod/mini'
import { post } from '#lib/api-client.ts'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { PaymentEnd } from '#lib/checkout/checkout-answers.ts'
import { demoMessages as messages } from '#lib/texts/browser/checkout.ts'
import { formatPaise } from '#lib/money.ts'
import { announce } from '#islands/kit/announce.ts'

const proofSchema = z.object({ paymentid: z.string(), signature: z.string() })
/** Only this says that nothing was paid; any other refusal leaves that open (T10). */
const failureSchema = z.object({ code: z.literal('unpaid') })

/** Opens the demo gateway's dialog, with what Razorpay's shows: amount, receipt, name, description (S-187). */
export function openDemo(attempt: AttemptAnswer): Promise<PaymentEnd> {
  const dialog = document.querySelector<HTMLDialogElement>('#demo-gateway')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return Promise.resolve({ kind: 'missing' })
  fill(dialog, attempt)
  dialog.showModal()
  return new Promise((resolve) => {
    const controls = new AbortController()
    const { signal } = controls
    const end = (result: PaymentEnd) => {
      controls.abort()
      dialog.close()
      resolve(result)
    }
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault()
        void press(form, attempt, event.submitter).then((result) => result && end(result))
      },
      { signal },
    )
    dialog.addEventListener('cancel', (event) => form.ariaBusy && event.preventDefault(), {
      signal,
    })
    dialog.addEventListener('close', () => end({ kind: 'closed' }), { signal })
    dialog
      .querySelector('[data-demo=close]')
      ?.addEventListener('click', () => end({ kind: 'closed' }), { signal })
  })
}

/** Presses a button of the gateway; a lost answer is no failure, the shop finds out (T10). */
async function press(
  form: HTMLFormElement,
  { attempt }: AttemptAnswer,
  button: HTMLElement | null,
): Promise<PaymentEnd | undefined> {
  if (form.ariaBusy || !(button instanceof HTMLButtonElement)) return undefined
  form.ariaBusy = 'true'
  announce(messages.working)
  const body = await post('/api/demo/pay', { attempt, action: button.value })
  form.ariaBusy = null
  const proof = proofSchema.safeParse(body)
  if (proof.success) return { kind: 'paid', ...proof.data }
  const failure = failureSchema.safeParse(body)
  return failure.success ? { kind: 'failed' } : { kind: 'unknown' }
}

function fill(dialog: HTMLDialogElement, attempt: AttemptAnswer): void {
  const amount = formatPaise(attempt.amount)
  const { name, description, receipt } = attempt
  const texts = { name, description, receipt, amount: `Rs. ${amount}`, pay: messages.pay(amount) }
  for (const [part, text] of Object.entries(texts)) {
    const place = dialog.querySelector(`[data-demo=${part}]`)
    if (place) place.textContent = text
  }
}
