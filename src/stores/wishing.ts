import { post } from '#lib/api-client.ts'
import { lineRefOf, lookOf, type NewChange } from '#lib/cart/cart-changes.ts'
import { type Wish, wishAnswerSchema } from '#lib/cart/wishlist.ts'
import { WISHED_MS } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { change, type SendOutcome } from './send-changes.ts'
import { $owner, askToLogin } from './session.ts'
import { type Alert, alertAndGo, showAlert, showWaiting } from './toast.ts'
import { $wished, confirmedWishes } from './wishlist.ts'

/** Adds a product to the wishlist and goes there after 500 ms, whatever the result (S-126). */
export async function wishAndGo(productid: string): Promise<void> {
  await wish(productid, (msg, color) => alertAndGo(msg, color, '/mylist', WISHED_MS))
}

/** Adds a product to the wishlist or removes it, without leaving the page. */
export async function toggleWish(productid: string): Promise<void> {
  // If it was removed again meanwhile, its addition is not confirmed.
  const say: Say = (msg, color) => {
    if (color === 'error' || $wished.get().has(productid)) {
      showAlert(msg, color, undefined, aboutHeart(productid))
    }
  }
  if (!$wished.get().has(productid)) return wish(productid, say)
  const known = confirmedWishes().find((entry) => entry.productid === productid)
  await removeFromWishlist(known ?? { _id: '', productid })
}

type Say = (msg: string, color: Alert['color']) => void

/** Messages about the same heart replace each other. */
const aboutHeart = (productid: string) => `heart ${productid}`

/**
 * Adds it and reports the result (S-188, S-189), unless it has to wait or the shopper has to sign
 * in first.
 */
async function wish(productid: string, say: Say): Promise<void> {
  if (!$owner.get()) return wishSignedOut(productid, say)
  const outcome = await change({ kind: 'wish', productid })
  if (outcome.status === 'waiting') showWaiting(purchaseTexts.waiting)
  if (outcome.status !== 'answered') return
  const { isDone, answer } = outcome
  if (isDone && answer.status !== false) say(cartMessages.wished, 'success')
  else say(answer.msg || cartMessages.alreadyWished, 'error')
}

/**
 * Adds without a session: the server stores the refused action and carries it out after the
 * sign-in.
 */
async function wishSignedOut(productid: string, say: Say): Promise<void> {
  const idempotencyKey = crypto.randomUUID()
  const answer = wishAnswerSchema.safeParse(
    await post('/api/mylist/add', { productid }, { idempotencyKey }),
  )
  if (!answer.success || answer.data.error) return askToLogin()
  say(answer.data.msg, answer.data.status ? 'success' : 'error')
}

/**
 * Removes an entry and offers to undo that (S-190); the text is the specification's, as for the
 * cart.
 * @param onBack called as soon as undo is pressed
 */
export function removeFromWishlist(
  { _id: id, productid }: Pick<Wish, '_id' | 'productid'>,
  onBack?: () => void,
): Promise<SendOutcome> {
  const outcome = act({ kind: 'unwish', id, productid })
  const run = () => {
    void putBack(productid)
    onBack?.()
  }
  const undo = { label: purchaseTexts.undo, run, takesBack: true }
  showAlert(cartMessages.removed, 'success', undo, aboutHeart(productid))
  return outcome
}

async function putBack(productid: string): Promise<void> {
  const outcome = await act({ kind: 'wish', productid })
  if (outcome.status !== 'answered' || !outcome.isDone) return
  showAlert(cartMessages.wished, 'success', undefined, aboutHeart(productid))
}

/** Moves an entry to the cart, with what was chosen when it was saved. */
export async function moveToCart(wished: Wish): Promise<SendOutcome> {
  const line = { ...lineRefOf(wished), id: '' }
  const outcome = await act({ kind: 'move', id: wished._id, line, look: lookOf(wished) })
  if (outcome.status === 'answered' && outcome.isDone) showAlert(cartMessages.added)
  return outcome
}

async function act(wanted: NewChange): Promise<SendOutcome> {
  const outcome = await change(wanted)
  if (outcome.status === 'waiting') showWaiting(purchaseTexts.waiting)
  if (outcome.status === 'answered' && !outcome.isDone) {
    showAlert(outcome.answer.msg || cartMessages.notInWishlist, 'error')
  }
  return outcome
}
