import * as z from 'zod/mini'
import { type ReviewView, reviewViewSchema } from '#lib/catalogue/review-view.ts'
import { timeLimit } from '#lib/time-limit.ts'
import { $user, askToLogin } from './session.ts'

// The API calls behind stores/reviews.ts.

/** Time limit for an answer in milliseconds (S-203). */
const LIMIT_MS = 30_000
const answerSchema = z.object({ error: z.boolean(), msg: z.string() })
const listSchema = z.array(reviewViewSchema)
type ReviewAnswer = z.infer<typeof answerSchema>

/**
 * Fetches one page of reviews and their total number.
 * @returns undefined if that fails
 */
export async function readReviews(
  productid: string,
  page: number,
): Promise<{ reviews: ReviewView[]; count: number } | undefined> {
  const path = `/api/productreviews?productid=${encodeURIComponent(productid)}&page=${page}`
  const response = await ask(path, { headers: { accept: 'application/json' } })
  const found = listSchema.safeParse(response?.ok ? await read(response) : undefined)
  const count = Number(response?.headers.get('x-total-count'))
  return found.success ? { reviews: found.data, count } : undefined
}

/**
 * Sends a review in the specified form (S-168); the server knows the author by the session. A
 * shopper who is signed out is asked to sign in.
 * @returns undefined if it may not have arrived
 */
export async function sendReview(
  form: FormData,
  key: string,
): Promise<ReviewAnswer | 'signedOut' | undefined> {
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
  if (status === 401) {
    askToLogin()
    return 'signedOut'
  }
  const isFinal = response && status < 500 && status !== 429
  const parsed = isFinal ? answerSchema.safeParse(await read(response)) : undefined
  return parsed?.success ? parsed.data : undefined
}

/** The body of an answer; undefined if it was cut off or is not JSON. */
const read = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

async function ask(path: string, init: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(path, { ...init, signal: timeLimit(LIMIT_MS) })
  } catch (error) {
    console.warn(`${path} could not be asked:`, error)
    return undefined
  }
}
