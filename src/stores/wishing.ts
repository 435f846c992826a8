import { post } from '#lib/api-client.ts'
import { lineRefOf, lookOf, type Wanted } from '#lib/cart/cart-changes.ts'
import { type Wish, wishAnswerSchema } from '#lib/cart/wishlist.ts'
import { WISHED_MS } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { change, type Outcome } from './send-changes.ts'
import { $owner, askToLogin } from './session.ts'
import { showAlert } from './toast.ts'
import { $wished, confirmedWishes } from './wishlist.ts'

/** Puts a product on the wishlist and goes there after 500 ms, whatever the result (S-126). */
export async function wishAndGo(productid: string): Promise<void> {
  if (await wish(productid)) setTimeout(() => location.assign('/mylist'), WISHED_MS)
}

/** Puts a product on the wishlist, or takes it off again, where the shopper is. */
export async function toggleWish(productid: string): Promise<void> {
  if (!$wished.get().has(productid)) return void (await wish(productid))
  const known = confirmedWishes().find((entry) => entry.productid === productid)
  await removeFromWishlist(known ?? { _id: '', productid })
}

/** Says how it went (S-188, S-189); false where somebody has to sign in first, or to wait. */
async function wish(productid: string): Promise<boolean> {
  if (!$owner.get()) return wishSignedOut(productid)
  const outcome = await change({ kind: 'wish', productid })
  if (outcome.status === 'waiting') showAlert(purchaseMessages.waiting)
  if (outcome.status !== 'answered') return false
  const { isDone, answer } = outcome
  if (isDone && answer.status !== false) showAlert(cartMessages.wished)
  else showAlert(answer.msg || cartMessages.alreadyWished, 'error')
  return true
}

/** The server keeps what it refuses, and carries it out after the sign-in. */
async function wishSignedOut(productid: string): Promise<boolean> {
  const idempotencyKey = crypto.randomUUID()
  const answer = wishAnswerSchema.safeParse(
    await post('/api/mylist/add', { productid }, { idempotencyKey }),
  )
  const isDone = answer.success && !answer.data.error
  if (isDone) showAlert(answer.data.msg, answer.data.status ? 'success' : 'error')
  else askToLogin()
  return isDone
}

/** Takes an entry off; the toast, in the specification's words also here, puts it back (S-190). */
export function removeFromWishlist({
  _id: id,
  productid,
}: Pick<Wish, '_id' | 'productid'>): Promise<Outcome> {
  const outcome = act({ kind: 'unwish', id, productid })
  const run = () => void act({ kind: 'wish', productid })
  showAlert(cartMessages.removed, 'success', { label: purchaseMessages.undo, run })
  return outcome
}

/** Puts an entry into the cart, with what was chosen when it was saved. */
export async function moveToCart(wished: Wish): Promise<Outcome> {
  const line = { ...lineRefOf(wished), id: '' }
  const outcome = await act({ kind: 'move', id: wished._id, line, look: lookOf(wished) })
  if (outcome.status === 'answered' && outcome.isDone) showAlert(cartMessages.added)
  return outcome
}

async function act(wanted: Wanted): Promise<Outcome> {
  const outcome = await change(wanted)
  if (outcome.status === 'waiting') showAlert(purchaseMessages.waiting)
  if (outcome.status === 'answered' && !outcome.isDone) {
    showAlert(outcome.answer.msg || cartMessages.notInWishlist, 'error')
  }
  return outcome
}
