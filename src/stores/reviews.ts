import { map, type ReadableAtom } from 'nanostores'
import type { ReviewView } from '#lib/catalogue/review-view.ts'
import { REVIEW_PAGE_SIZE } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import { showAlert } from './toast.ts'

/** They come when they are needed. */
const loadCalls = () => import('./review-calls.ts')

/** What customers say of a product, newest first, as far as it is shown. */
export type Reviewed = {
  reviews: readonly ReviewView[]
  /** Of all customers. */
  count: number
  /** The last page of them that is shown. */
  page: number
  status: 'still' | 'sending' | 'loading'
}

export type Reviews = {
  $reviewed: ReadableAtom<Reviewed>
  /** Sends what a form says; true once it is there, and the list is the one of this moment (S-125). */
  send: (form: FormData) => Promise<boolean>
  /** Shows older ones below; false where they can't be had. */
  showOlder: () => Promise<boolean>
}

/** The reviews of one product. */
export function openReviews(productid: string, initial: Omit<Reviewed, 'status'>): Reviews {
  const $reviewed = map<Reviewed>({ ...initial, status: 'still' })
  /** Of a review that is not acknowledged: sent again it is the same one (I7). */
  let key = crypto.randomUUID()

  const load = async (page: number) => {
    const calls = await loadCalls().catch(() => undefined)
    return calls?.readReviews(productid, page)
  }
  const reload = async () => {
    const found = await load(1)
    if (found) $reviewed.set({ ...$reviewed.get(), ...found, page: 1 })
  }
  const send = async (form: FormData) => {
    if ($reviewed.get().status === 'sending') return false
    $reviewed.setKey('status', 'sending')
    const calls = await loadCalls().catch(() => undefined)
    const answer = await calls?.sendReview(form, key)
    $reviewed.setKey('status', 'still')
    if (answer === 'signedOut') return false
    if (!answer) {
      showAlert(reviewTexts.notSaved, 'error')
      return false
    }
    key = crypto.randomUUID()
    showAlert(answer.msg || cartMessages.reviewed, answer.error ? 'error' : 'success')
    if (!answer.error) await reload()
    return !answer.error
  }
  const showOlder = async () => {
    const { page } = $reviewed.get()
    $reviewed.setKey('status', 'loading')
    const found = await load(page + 1)
    const { reviews } = $reviewed.get()
    $reviewed.setKey('status', 'still')
    if (!found?.reviews.length) return false
    const more = { reviews: [...reviews, ...found.reviews], count: found.count, page: page + 1 }
    $reviewed.set({ ...more, status: 'still' })
    return true
  }
  return { $reviewed, send, showOlder }
}

/** Whether there are older ones than those of this page. */
export const hasOlder = ({ count, page }: Pick<Reviewed, 'count' | 'page'>): boolean =>
  page * REVIEW_PAGE_SIZE < count
