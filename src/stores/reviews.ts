import { map, type ReadableAtom } from 'nanostores'
import type { ReviewView } from '#lib/catalogue/review-view.ts'
import { REVIEW_PAGE_SIZE } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import { showAlert } from './toast.ts'

/** Loaded when they are needed. */
const loadCalls = () => import('./review-calls.ts')

/** The reviews of a product shown so far, newest first. */
export type ReviewList = {
  reviews: readonly ReviewView[]
  /** Number of all reviews. */
  count: number
  /** The last page of reviews shown. */
  page: number
  status: 'still' | 'sending' | 'loading'
}

export type ReviewsStore = {
  $reviewed: ReadableAtom<ReviewList>
  /** Sends the form. True once it is saved and the list is loaded again (S-125). */
  send: (form: FormData) => Promise<boolean>
  /** Appends the next older page; false if it cannot be had. */
  showOlder: () => Promise<boolean>
}

/** The subject of alerts: once a review is saved, an earlier failure is outdated. */
const ABOUT = 'review'

/** Makes the store for the reviews of one product. */
export function openReviews(productid: string, initial: Omit<ReviewList, 'status'>): ReviewsStore {
  const $reviewed = map<ReviewList>({ ...initial, status: 'still' })
  /**
   * Idempotency key of a review: until it is acknowledged, sending again repeats the same one (I7).
   */
  let key = crypto.randomUUID()

  const load = async (page: number) => {
    const calls = await loadCalls().catch(() => undefined)
    return calls?.readReviews(productid, page)
  }
  const reload = async () => {
    const found = await load(1)
    if (found) $reviewed.set({ ...$reviewed.get(), ...found, page: 1 })
  }
  /** The list with the next older reviews: those that newer ones have moved on to another page are there already. */
  const loadAfter = async (
    page: number,
    reviews: readonly ReviewView[],
  ): Promise<Omit<ReviewList, 'status'> | undefined> => {
    const found = await load(page + 1)
    if (!found?.reviews.length) return undefined
    const isThere = ({ _id }: ReviewView) => reviews.some((shown) => shown._id === _id)
    const older = found.reviews.filter((review) => !isThere(review))
    const now = { reviews: [...reviews, ...older], count: found.count, page: page + 1 }
    return older.length === 0 && hasOlder(now) ? loadAfter(page + 1, reviews) : now
  }
  const send = async (form: FormData) => {
    if ($reviewed.get().status === 'sending') return false
    $reviewed.setKey('status', 'sending')
    const calls = await loadCalls().catch(() => undefined)
    const answer = await calls?.sendReview(form, key)
    $reviewed.setKey('status', 'still')
    if (answer === 'signedOut') return false
    if (!answer) {
      showAlert(reviewTexts.notSaved, 'error', undefined, ABOUT)
      return false
    }
    key = crypto.randomUUID()
    const color = answer.error ? 'error' : 'success'
    showAlert(answer.msg || cartMessages.reviewed, color, undefined, ABOUT)
    if (!answer.error) await reload()
    return !answer.error
  }
  const showOlder = async () => {
    const { page, reviews } = $reviewed.get()
    $reviewed.setKey('status', 'loading')
    const more = await loadAfter(page, reviews)
    $reviewed.setKey('status', 'still')
    // Read again since, with a new review on top: this page no longer follows on the last one.
    if ($reviewed.get().reviews !== reviews) return true
    if (!more) return false
    $reviewed.set({ ...more, status: 'still' })
    return true
  }
  return { $reviewed, send, showOlder }
}

/** Whether there are older reviews than those of this page. */
export const hasOlder = ({ count, page }: Pick<ReviewList, 'count' | 'page'>): boolean =>
  page * REVIEW_PAGE_SIZE < count
