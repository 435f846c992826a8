import { post } from '#lib/api-client.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { WISHED_MS } from '#lib/limits.ts'
import { purchaseMessages } from '#lib/texts/browser/purchase.ts'
import { wishAnswerSchema } from '#lib/cart/wishlist.ts'
import { change } from '#stores/send-changes.ts'
import { $user, askToLogin } from '#stores/session.ts'
import { showAlert } from '#stores/toast.ts'
import { $wished } from '#stores/wishlist.ts'

/** Puts a product on the wishlist and goes there after 500 ms, whatever the result (S-126). */
export async function addToWishlist(productid: string): Promise<void> {
  if (!$user.get()) return addSignedOut(productid)
  const outcome = await change({ kind: 'wish', productid })
  if (outcome.status === 'signedOut') return
  if (outcome.status === 'waiting') return showAlert(purchaseMessages.waiting)
  const { isDone, answer } = outcome
  if (isDone && answer.status !== false) showAlert(cartMessages.wished)
  else showAlert(answer.msg || cartMessages.alreadyWished, 'error')
  goToWishlist()
}

/** The server keeps what it refuses, and carries it out after sign-in. */
async function addSignedOut(productid: string): Promise<void> {
  const idempotencyKey = crypto.randomUUID()
  const answer = wishAnswerSchema.safeParse(
    await post('/api/mylist/add', { productid }, { idempotencyKey }),
  )
  if (!answer.success || answer.data.error) return askToLogin()
  showAlert(answer.data.msg, answer.data.status ? 'success' : 'error')
  goToWishlist()
}

function goToWishlist(): void {
  setTimeout(() => location.assign('/mylist'), WISHED_MS)
}

/** Shows on every heart whether its product is on the wishlist, also on cards that come later. */
export function followHearts(): void {
  const show = () => {
    const ids = $wished.get()
    for (const heart of document.querySelectorAll<HTMLButtonElement>('.heart')) {
      const isWished = String(ids.has(heart.value))
      if (heart.ariaPressed !== isWished) heart.ariaPressed = isWished
    }
  }
  $wished.subscribe(show)
  const main = document.querySelector('main')?.parentElement
  if (main) new MutationObserver(show).observe(main, { childList: true, subtree: true })
}
