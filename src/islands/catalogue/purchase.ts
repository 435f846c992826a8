// What buying does beyond its forms and links; it comes with the first input (later.ts).
import { refreshCart } from '#stores/cart.ts'
import { sendChanges } from '#stores/send-changes.ts'
import { refreshWishes } from '#stores/wishlist.ts'
import { addFromCard, addFromForm } from '#islands/cart/add-to-cart.ts'
import { addToWishlist, followHearts } from '#islands/wishlist/add-to-wishlist.ts'
import '#islands/cart/stepper.ts'

document.addEventListener('submit', (event) => {
  const { submitter, target: form } = event
  if (!(form instanceof HTMLFormElement)) return
  if (form.matches('.buy')) addFromForm(form)
  else if (!(submitter instanceof HTMLButtonElement)) return
  else if (form.id === 'add') addFromCard(submitter)
  else if (form.id === 'wish') void addToWishlist(submitter.value)
  else return
  event.preventDefault()
})

// What is missing is shown by the form itself, and not by the browser's words.
document.addEventListener('click', ({ target }) => {
  const form = target instanceof Element && target.closest<HTMLFormElement>('form.buy')
  if (form) form.noValidate = true
})

document.addEventListener('change', ({ target }) => {
  if (target instanceof Element) target.closest('.packs')?.removeAttribute('aria-invalid')
})

document.addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('[data-quick]')
  if (!link || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  void loadQuickView().then(
    ({ openQuickView }) => openQuickView(link),
    () => location.assign(link.href),
  )
})

const loadQuickView = () => import('#islands/quick-view/quick-view.ts')
// Later presses open it as fast as any.
if (document.querySelector('[data-quick]')) void loadQuickView().catch(() => {})

followHearts()
void sendChanges().then(refreshCart).then(refreshWishes)
