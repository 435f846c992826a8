import { post } from '#lib/api-client.ts'
import { type CartItem, cartAnswerSchema } from '#lib/cart/cart.ts'
import {
  findLine,
  type LineRef,
  lineRefOf,
  type Look,
  lookOf,
  type NewChange,
} from '#lib/cart/cart-changes.ts'
import { asked } from '#lib/cart/change-call.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { $cart } from './cart.ts'
import { change, type SendOutcome } from './send-changes.ts'
import { $owner, askToLogin } from './session.ts'
import { showAlert, showWaiting } from './toast.ts'

/** The action offered after an addition. */
const viewCart = { label: purchaseTexts.viewCart, run: () => location.assign('/cart') }

/** Adds units of a product to the cart and confirms it (S-195, S-196). */
export async function addToCart(line: LineRef, quantity: number, look: Look): Promise<void> {
  if (!$owner.get()) return addSignedOut(line, quantity)
  const outcome = await change({ kind: 'add', line, quantity, look })
  if (outcome.status === 'signedOut') return
  if (outcome.status === 'waiting') return showWaiting(purchaseTexts.waiting)
  const { isDone, answer } = outcome
  if (isDone && answer.status !== false) return showAlert(cartMessages.added, 'success', viewCart)
  showAlert(answer.msg || cartMessages.alreadyAdded, 'error')
}

/**
 * Adds without a session: the server stores the refused action and carries it out after the
 * sign-in.
 */
async function addSignedOut(line: LineRef, quantity: number): Promise<void> {
  const body = { ...asked(line), quantity }
  const answer = cartAnswerSchema.safeParse(
    await post('/api/cart/add', body, { idempotencyKey: crypto.randomUUID() }),
  )
  // There is a session after all, although this browser did not remember it.
  if (answer.success && answer.data.status) return showAlert(answer.data.msg)
  askToLogin()
}

/**
 * The line's quantity at this moment: of two quick presses, the second still has the item as
 * rendered before the first.
 */
const countOf = (item: CartItem): number =>
  (findLine($cart.get(), lineRefOf(item)) ?? item).quantity

/**
 * Sets the quantity of a line. It is sent with the old quantity, so that what another device adds
 * meanwhile is kept (docs/cart.md).
 */
export function changeQuantity(item: CartItem, quantity: number): Promise<SendOutcome> {
  return act({ kind: 'set', line: lineRefOf(item), quantity, was: countOf(item) })
}

/**
 * Removes a line and offers to undo that (S-190).
 * @param onBack called as soon as undo is pressed
 */
export function removeLine(item: CartItem, onBack?: () => void): Promise<SendOutcome> {
  const was = countOf(item)
  const outcome = act({ kind: 'remove', line: lineRefOf(item), was })
  const run = () => {
    void putBack(item, was)
    onBack?.()
  }
  const undo = { label: purchaseTexts.undo, run, takesBack: true }
  showAlert(cartMessages.removed, 'success', undo)
  return outcome
}

async function putBack(item: CartItem, quantity: number): Promise<void> {
  const line = { ...lineRefOf(item), id: '' }
  const outcome = await act({ kind: 'add', line, quantity, look: lookOf(item) })
  if (isDone(outcome)) showAlert(cartMessages.inCartAgain(item.producttitle))
}

const isDone = (outcome: SendOutcome) => outcome.status === 'answered' && outcome.isDone

/** Adds or removes one unit of a line. Only of the last one is anything said, as the card shows the number. */
export function stepLine(item: CartItem, by: 1 | -1): Promise<SendOutcome> {
  const quantity = countOf(item) + by
  return quantity < 1 ? removeLine(item) : changeQuantity(item, quantity)
}

/** Moves a line from the cart to the wishlist. */
export async function saveForLater(item: CartItem): Promise<SendOutcome> {
  const outcome = await act({ kind: 'saveForLater', line: lineRefOf(item) })
  if (isDone(outcome)) showAlert(cartMessages.savedForLater)
  return outcome
}

/** Makes a change, and tells the shopper if it has to wait or was refused. */
async function act(wanted: NewChange): Promise<SendOutcome> {
  const outcome = await change(wanted)
  if (outcome.status === 'waiting') showWaiting(purchaseTexts.waiting)
  if (outcome.status === 'answered' && !outcome.isDone) {
    showAlert(outcome.answer.msg || cartMessages.notInCart, 'error')
  }
  return outcome
}
