import { post } from '#lib/api-client.ts'
import { type CartItem, cartAnswerSchema } from '#lib/cart/cart.ts'
import { type LineRef, lineRefOf, type Look, lookOf, type Wanted } from '#lib/cart/cart-changes.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { $cart } from './cart.ts'
import { change, type Outcome } from './send-changes.ts'
import { $owner, askToLogin } from './session.ts'
import { showAlert, showWaiting } from './toast.ts'

/** After an addition: the way on. */
const viewCart = { label: purchaseMessages.viewCart, run: () => location.assign('/cart') }

/** Puts so many more of a product into the cart and says so (S-195, S-196). */
export async function addToCart(line: LineRef, quantity: number, look: Look): Promise<void> {
  if (!$owner.get()) return addSignedOut(line, quantity)
  const outcome = await change({ kind: 'add', line, quantity, look })
  if (outcome.status === 'signedOut') return
  if (outcome.status === 'waiting') return showWaiting(purchaseMessages.waiting)
  const { isDone, answer } = outcome
  if (isDone && answer.status !== false) return showAlert(cartMessages.added, 'success', viewCart)
  showAlert(answer.msg || cartMessages.alreadyAdded, 'error')
}

/** The server keeps what it refuses, and carries it out after the sign-in. */
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

/**
 * How many the cart has at this moment: of presses that come at once the second one is told of a line
 * that was not drawn again since the first.
 */
const countOf = ({ _id: id, quantity }: CartItem): number =>
  $cart.get().find((item) => item._id === id)?.quantity ?? quantity

/** Has so many of a line in the cart; what another device adds meanwhile stays (docs/cart.md). */
export function changeQuantity(item: CartItem, quantity: number): Promise<Outcome> {
  return act({ kind: 'set', line: lineRefOf(item), quantity, was: countOf(item) })
}

/** Takes a line out; the toast puts it back (S-190), which `onBack` hears at once. */
export function removeLine(item: CartItem, onBack: () => void): Promise<Outcome> {
  const was = countOf(item)
  const outcome = act({ kind: 'remove', line: lineRefOf(item), was })
  const run = () => {
    void putBack(item, was)
    onBack()
  }
  const undo = { label: purchaseMessages.undo, run, takesBack: true }
  showAlert(cartMessages.removed, 'success', undo)
  return outcome
}

async function putBack(item: CartItem, quantity: number): Promise<void> {
  const line = { ...lineRefOf(item), id: '' }
  const outcome = await act({ kind: 'add', line, quantity, look: lookOf(item) })
  if (isDone(outcome)) showAlert(cartMessages.inCartAgain(item.producttitle))
}

const isDone = (outcome: Outcome) => outcome.status === 'answered' && outcome.isDone

/** One more or one fewer of a line, as its card says it: without a word, for the card shows it. */
export function stepLine(item: CartItem, by: 1 | -1): Promise<Outcome> {
  const line = lineRefOf(item)
  const was = countOf(item)
  if (was + by < 1) return act({ kind: 'remove', line, was })
  return act({ kind: 'set', line, quantity: was + by, was })
}

/** Takes a line out of the cart and keeps it on the wishlist. */
export async function saveForLater(item: CartItem): Promise<Outcome> {
  const outcome = await act({ kind: 'later', line: lineRefOf(item) })
  if (isDone(outcome)) showAlert(cartMessages.savedForLater)
  return outcome
}

/** Tells what did not go as it was meant. */
async function act(wanted: Wanted): Promise<Outcome> {
  const outcome = await change(wanted)
  if (outcome.status === 'waiting') showWaiting(purchaseMessages.waiting)
  if (outcome.status === 'answered' && !outcome.isDone) {
    showAlert(outcome.answer.msg || cartMessages.notInCart, 'error')
  }
  return outcome
}
