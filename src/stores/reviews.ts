import { map, type ReadableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { type ReviewView, reviewViewSchema } from '#lib/catalogue/review-view.ts'
import { REVIEW_PAGE_SIZE } from '#lib/limits.ts'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import { $user, askToLogin } from './session.ts'
import { showAlert } from './toast.ts'

/** Longest wait for an answer (S-203). */
const LIMIT_MS = 30_000
const answerSchema = z.object({ error: z.boolean(), msg: z.string() })
const listSchema = z.array(reviewViewSchema)

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
    const path = `/api/productreviews?productid=${encodeURIComponent(productid)}&page=${page}`
    const response = await ask(path, { headers: { accept: 'application/json' } })
    const found = listSchema.safeParse(response?.ok ? await response.json() : undefined)
    const count = Number(response?.headers.get('x-total-count'))
    return found.success ? { reviews: found.data, count } : undefined
  }
  const reload = async () => {
    const found = await load(1)
    if (found) $reviewed.set({ ...$reviewed.get(), ...found, page: 1 })
  }
  const send = async (form: FormData) => {
    if ($reviewed.get().status === 'sending') return false
    $reviewed.setKey('status', 'sending')
    const { status, answer } = await post(form, key)
    $reviewed.setKey('status', 'still')
    if (status === 401) askToLogin()
    else if (!answer) showAlert(reviewTexts.notSaved, 'error')
    if (!answer || status === 401) return false
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

/** As the specification sends it (S-168); whose it is, the server knows. */
async function post(form: FormData, key: string) {
  const user = $user.get()
  if (user) {
    form.set('customername', user.name)
    form.set('customerid', user.userid)
  }
  const response = await ask('/api/productreviews/add', {
    method: 'POST',
    headers: { accept: 'application/json', 'idempotency-key': key },
    body: form,
  })
  const status = response?.status ?? 0
  const isFinal = response && status < 500 && status !== 429
  const parsed = isFinal ? answerSchema.safeParse(await response.json()) : undefined
  return { status, answer: parsed?.success ? parsed.data : undefined }
}

async function ask(path: string, init: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(LIMIT_MS) })
  } catch (error) {
    console.warn(`${path} could not be asked:`, error)
    return undefined
  }
}
