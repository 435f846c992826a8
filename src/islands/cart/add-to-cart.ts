import { NO_CHOICE } from '#lib/cart/cart-changes.ts'
import { post } from '#lib/api-client.ts'
import { cartAnswerSchema } from '#lib/cart/cart.ts'
import type { Look, LineRef } from '#lib/cart/cart-changes.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { ADDING_MS } from '#lib/limits.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { change, type Outcome } from '#stores/send-changes.ts'
import { $user, askToLogin } from '#stores/session.ts'
import { showAlert } from '#stores/toast.ts'
import { lookOf } from '#islands/quick-view/product-look.ts'

/** Adds one of a card's product. */
export function addFromCard(button: HTMLButtonElement): void {
  const line = { ...NO_CHOICE, id: '', productid: button.value }
  void add(button, line, 1)
}

/** Adds what a product's form says; a choice that is missing is marked and nothing is added (S-123). */
export function addFromForm(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('button:not([type])')
  if (!button || button.disabled || !isChosen(form)) return
  const fields = Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value)]),
  )
  const { productid = '', productrams = '', productsize = '', productweight = '' } = fields
  const line = { id: '', productid, productrams, productsize, productweight }
  void add(button, line, Math.max(1, Number(fields['quantity']) || 1))
}

/** Marks each group without a choice; the focus goes to the first of them (S-139). */
function isChosen(form: HTMLFormElement): boolean {
  const groups = [...form.querySelectorAll('fieldset')]
  const missing = groups.filter((group) => !group.querySelector(':checked'))
  for (const group of groups) {
    if (missing.includes(group)) group.setAttribute('aria-invalid', 'true')
    else group.removeAttribute('aria-invalid')
  }
  missing[0]?.querySelector('input')?.focus()
  return missing.length === 0
}

async function add(button: HTMLButtonElement, line: LineRef, quantity: number): Promise<void> {
  // The flag of S-129: a second press within the second adds nothing.
  if (button.ariaBusy === 'true') return
  const text = button.textContent
  button.ariaBusy = 'true'
  button.textContent = purchaseMessages.adding
  setTimeout(() => {
    button.ariaBusy = null
    button.textContent = text
  }, ADDING_MS)
  if (!$user.get()) return addSignedOut(line, quantity)
  tell(await change({ kind: 'add', line, quantity, look: lookOf(button) satisfies Look }))
}

function tell(outcome: Outcome): void {
  if (outcome.status === 'signedOut') return
  if (outcome.status === 'waiting') return showAlert(purchaseMessages.waiting)
  const { isDone, answer } = outcome
  if (isDone && answer.status !== false) return showAlert(cartMessages.added)
  showAlert(answer.msg || cartMessages.alreadyAdded, 'error')
}

/** The server keeps what it refuses, and carries it out after sign-in. */
async function addSignedOut({ id: _, ...line }: LineRef, quantity: number): Promise<void> {
  const chosen = Object.entries(line).filter(([, label]) => label !== '')
  const body = { ...Object.fromEntries(chosen), quantity }
  const answer = cartAnswerSchema.safeParse(
    await post('/api/cart/add', body, { idempotencyKey: crypto.randomUUID() }),
  )
  // Signed in all the same, but not as far as this browser remembers.
  if (answer.success && answer.data.status) return showAlert(answer.data.msg)
  askToLogin()
}
