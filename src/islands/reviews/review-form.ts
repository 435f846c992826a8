import * as z from 'zod/mini'
import { cartMessages } from '#lib/texts/browser/cart.ts'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import { $user, askToLogin } from '#stores/session.ts'
import { showAlert } from '#stores/toast.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'

/** Longest wait for an answer (S-203). */
const LIMIT_MS = 30_000
const answerSchema = z.object({ error: z.boolean(), msg: z.string() })

/** Of a review that is not acknowledged: sent again it is the same one (I7). */
let key = crypto.randomUUID()

document.addEventListener('submit', (event) => {
  const { target: form } = event
  if (!(form instanceof HTMLFormElement) || !form.matches('.review-form')) return
  event.preventDefault()
  if (form.ariaBusy !== 'true') void send(form)
})

// Older reviews come below those that are there.
document.addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('.reviews ~ a')
  if (!link || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  void showMore(link)
})

async function send(form: HTMLFormElement): Promise<void> {
  form.ariaBusy = 'true'
  const { status, answer } = await post(form)
  form.ariaBusy = null
  if (status === 401) return askToLogin()
  if (!answer) return showAlert(reviewTexts.notSaved, 'error')
  key = crypto.randomUUID()
  if (answer.error) return showAlert(answer.msg, 'error')
  form.reset()
  showAlert(answer.msg || cartMessages.reviewed)
  await reload()
}

/** As S-168 has it; whose it is, the server knows. */
async function post(form: HTMLFormElement) {
  const body = new FormData(form)
  const user = $user.get()
  if (user) {
    body.set('customername', user.name)
    body.set('customerid', user.userid)
  }
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json', 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const isFinal = response.status < 500 && response.status !== 429
    const parsed = isFinal ? answerSchema.safeParse(await response.json()) : undefined
    return { status: response.status, answer: parsed?.success ? parsed.data : undefined }
  } catch (error) {
    console.warn('The review could not be sent:', error)
    return { status: 0, answer: undefined }
  }
}

/** The reviews of this moment, and their number. */
async function reload(): Promise<void> {
  const page = await load(`${location.pathname}?reviews=1`)
  const found = page?.querySelector('.review-list')
  if (!page || !found) return
  document.querySelector('.review-list')?.replaceWith(found)
  for (const selector of ['#reviews-title', '.tabs a[href="#reviews"]']) {
    const text = page.querySelector(selector)?.textContent
    const own = document.querySelector(selector)
    if (own && text) own.textContent = text
  }
}

async function showMore(link: HTMLAnchorElement): Promise<void> {
  link.ariaBusy = 'true'
  const page = await load(link.href)
  const list = link.closest('.review-list')?.querySelector('.reviews')
  const items = page?.querySelectorAll('.reviews li')
  if (!list || !items?.length) return location.assign(link.href)
  const [first] = items
  list.append(...items)
  const links = page?.querySelectorAll<HTMLAnchorElement>('.reviews ~ a') ?? []
  const next = [...links].find((one) => one.textContent === link.textContent)
  if (next) link.replaceWith(next)
  else link.remove()
  first?.setAttribute('tabindex', '-1')
  if (first instanceof HTMLElement) first.focus({ preventScroll: true })
}

const load = (address: string) =>
  fetchPage(address, AbortSignal.timeout(LIMIT_MS)).catch(() => undefined)
